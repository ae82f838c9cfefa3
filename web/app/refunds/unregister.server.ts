import { and, eq } from 'drizzle-orm'
import type { Kind } from '#events/kinds.ts'
import { hasPanelRefund } from '#payments/comparisons.db.server.ts'
import { standingDispute } from '#payments/disputes.db.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { sumCents } from '#platform/format/money.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { found, Refusal, refusals, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { isUnpaid } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import {
  type BackWithState,
  backOfPlace,
  hasPaidFor,
  isGoingBackOnline,
  type PartToGiveBack,
  partsToGiveBack,
} from './parts.db.server.ts'
import { giveUpByFamily, strangeRefund } from './refund.server.ts'
import { addUnregisteredMail } from './refund-mails.server.ts'
import { addRefund, lockPlace, owedBackFor, promiseMails, refundOf } from './refunds.db.server.ts'
import { leaseForAll, sendForFamily, type ToSend } from './send-refunds.server.ts'

export type Leaving = {
  registrationId: number
  personId: string
  kind: Kind
  /** Given: the transaction that must have paid the place. */
  transactionId?: string
}
/** What became of the place and the money; `parts` where several payments had paid it, or credit did. */
export type Left = { parts?: BackWithState[] } & (
  | { state: 'removed' }
  | { state: 'refunded'; amountCents: number; transactionId: string | null }
  | { state: 'owed' | 'queued' | 'asking'; amountCents: number }
)

/**
 * Gives a place up. What was charged goes back first, to each payment its part: the family keeps the place until a
 * refund is accepted or safely queued. What was paid otherwise is listed as owed.
 */
export async function unregister(world: World, visitor: Visitor, leaving: Leaving): Promise<Left> {
  const began = await begin(world, visitor, leaving)
  if (began.state !== 'refunding') return began
  const { toSend } = began
  const { registrationId } = leaving
  try {
    const ended = await sendForFamily(world, toSend)
    if (ended.every(({ state }) => state === 'failed')) {
      if (await isStillUnpaid(world.db, registrationId)) refuse('refund-failed', neverPaid)
      if (ended.some(({ reason }) => reason === strangeRefund)) refuse('refund-failed', alreadyGivenBack)
      refuse('refund-failed')
    }
    return await leftOf(world.db, leaving)
  } catch (problem) {
    if (problem instanceof Refusal) throw problem
    // The money may have gone back: nothing else is said of it before the gateway was asked.
    const refunds = toSend.map(({ refund }) => refund)
    world.log.error(
      { err: problem, refunds: refunds.map(({ id }) => id) },
      'the end of a refund could not be written',
    )
    return { state: 'asking', amountCents: sumCents(refunds.map(({ amountCents }) => amountCents)) }
  }
}

function begin(world: World, visitor: Visitor, leaving: Leaving) {
  const { registrationId, personId, kind, transactionId: paidWith } = leaving
  return world.db.transaction(async (tx) => {
    const { row, session } = await lockPlace(tx, visitor.accountId, registrationId)
    if (paidWith && !(await hasPaidFor(tx, registrationId, paidWith))) refuse('not-found')
    if (await promiseMails(tx, registrationId)) return leftOf(tx, leaving)
    if (row.removedAt && (await isGoingBackOnline(tx, registrationId))) return leftOf(tx, leaving)
    if (row.heldUntil || row.personId !== personId || session.kind !== kind) refuse('not-found')
    // Asked again, as after an answer that was lost.
    if (row.removedAt) return goneBefore(tx, leaving, row.owedBackCents)
    const { timeZone } = await readProgramme(tx)
    if (todayIn(timeZone) > session.startsOn) refuse('session-started')
    if (row.chargeId) refuse('being-paid')

    const { accountId, familyId } = visitor
    const online = (await partsToGiveBack(tx, registrationId)).filter(({ by }) => by === 'card')
    if (online.length === 0) {
      await giveUpByFamily(tx, { registrationId, familyId })
      const isOwed = (await owedBackFor(tx, registrationId)) > 0
      const end = isOwed ? 'owed' : row.priceCents === 0 ? 'free' : 'unpaid'
      await addUnregisteredMail(tx, registrationId, end, { isAll: true })
      return leftOf(tx, leaving)
    }
    const of = { registrationId, accountId, familyId }
    return { state: 'refunding' as const, toSend: await addRefunds(tx, world, of, online) }
  })
}

type OfPlace = { registrationId: number; accountId: string; familyId: string | null }

/** Writes a refund for each of these payments, before any is sent; refuses where one cannot be given back. */
export async function addRefunds(
  tx: Db,
  world: World,
  of: OfPlace & { endedBy?: Actor },
  parts: PartToGiveBack[],
): Promise<ToSend[]> {
  for (const { chargeId } of parts) {
    const dispute = await standingDispute(tx, found(chargeId))
    if (dispute === 'open') refuse('refund-failed', isDisputed)
    if (dispute || (await hasPanelRefund(tx, found(chargeId)))) refuse('refund-failed', alreadyGivenBack)
  }
  const toSend: ToSend[] = []
  for (const { chargeId, cents: amountCents, transactionId, chargeCents } of parts) {
    const refund = await addRefund(tx, { ...of, chargeId, amountCents }, leaseForAll(world, parts.length))
    if (!refund) return refuse('refund-failed', isGoingBack)
    toSend.push({
      refund,
      paid: { transactionId: found(transactionId), chargeCents: found(chargeCents ?? undefined) },
    })
  }
  return toSend
}

/** What the programme still owes for it is owed; where a hand gave it back, nothing more is told here. */
async function goneBefore(tx: Db, leaving: Leaving, owedCents: number): Promise<Left> {
  if (owedCents > 0) return leftOf(tx, leaving)
  const byHand = { registrationId: leaving.registrationId, chargeId: null }
  if (await refundOf(tx, byHand)) refuse('not-found')
  return leftOf(tx, leaving)
}

/** What became of it, by what is written: asked again, it is the same. */
async function leftOf(db: Db, { registrationId, transactionId: paidWith }: Leaving): Promise<Left> {
  const { isThere, parts } = await backOfPlace(db, registrationId)
  const several =
    parts.length > 1 || parts.some(({ by }) => by === 'credit') ? { parts } : ({} satisfies Partial<Left>)
  const online = parts.filter(({ by }) => by === 'card')
  const amountCents = sumCents(
    (online.length > 0 ? online : parts.filter(({ by }) => by === 'hand')).map(({ cents }) => cents),
  )
  if (online.length === 0)
    return amountCents > 0 ? { state: 'owed', amountCents, ...several } : { state: 'removed', ...several }
  if (isThere) return { state: 'asking', amountCents, ...several }
  const open = online.filter(({ state }) => state !== 'refunded')
  if (online.length === 1 && open[0]?.state === 'asking') return { state: 'asking', amountCents, ...several }
  if (open.length > 0) return { state: 'queued', amountCents, ...several }
  const named = online.find((part) => part.paidWith === paidWith)
  const only = online.length === 1 ? online[0] : undefined
  return { state: 'refunded', amountCents, transactionId: (named ?? only)?.transactionId ?? null, ...several }
}

/** Else the same money might go back twice. */
const failed = refusals['refund-failed'][1]
const alreadyGivenBack = `${failed} Money of this payment was given back to you already. Please write or call us: we find out for which place, and unregister you.`
const isGoingBack = `${failed} A part of this payment is going back to you already. Try again once we have mailed you that it is done, or write or call us.`
const isDisputed = `${failed} The bank is being asked about this payment. Please write or call us.`
const neverPaid = `${failed} The bank never sent us your payment, so nothing was taken from you. The place is yours and unpaid: you can give it up now.`

const isStillUnpaid = async (db: Db, id: number) =>
  (await db.$count(registrations, and(eq(registrations.id, id), isUnpaid))) > 0
