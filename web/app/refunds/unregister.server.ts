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
import { orNotFound, Refusal, refusals, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { isUnpaid } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import {
  type BackWithState,
  hasPaidFor,
  isGoingBackOnline,
  listPlaceParts,
  type PartToGiveBack,
  readRefundState,
} from './parts.db.server.ts'
import { giveUpByFamily, strangeRefund } from './refund.server.ts'
import { addUnregisteredMail } from './refund-mails.server.ts'
import { addRefund, findLastRefund, lockPlace, owedBackFor, promiseMails } from './refunds.db.server.ts'
import { leaseForAll, sendForFamily, type ToSend } from './send-refunds.server.ts'

export type Unregistering = {
  registrationId: number
  personId: string
  kind: Kind
  /** The transaction that must have paid the place, if given. */
  transactionId?: string
}
/** `parts`: where several payments or credit had paid it. */
export type Unregistered = { parts?: BackWithState[] } & (
  | { state: 'removed' }
  | { state: 'refunded'; amountCents: number; transactionId: string | null }
  | { state: 'owed' | 'queued' | 'asking'; amountCents: number }
)

/**
 * Gives a place up. Charges are refunded first, to each payment its part: the family keeps the place until a refund is
 * accepted or safely queued. Other payments are owed by hand.
 */
export async function unregister(
  world: World,
  visitor: Visitor,
  request: Unregistering,
): Promise<Unregistered> {
  const began = await begin(world, visitor, request)
  if (began.state !== 'refunding') return began
  const { toSend } = began
  const { registrationId } = request
  try {
    const ended = await sendForFamily(world, toSend)
    if (ended.every(({ state }) => state === 'failed')) {
      if (await isStillUnpaid(world.db, registrationId)) refuse('refund-failed', neverPaidMessage)
      if (ended.some(({ reason }) => reason === strangeRefund))
        refuse('refund-failed', alreadyRefundedMessage)
      refuse('refund-failed')
    }
    return await readUnregistered(world.db, request)
  } catch (problem) {
    if (problem instanceof Refusal) throw problem
    // The money may be on its way: no other state before the gateway was asked.
    const refunds = toSend.map(({ refund }) => refund)
    world.log.error(
      { err: problem, refunds: refunds.map(({ id }) => id) },
      'the end of a refund could not be written',
    )
    return { state: 'asking', amountCents: sumCents(refunds.map(({ amountCents }) => amountCents)) }
  }
}

function begin(world: World, visitor: Visitor, request: Unregistering) {
  const { registrationId, personId, kind, transactionId: paidWith } = request
  return world.db.transaction(async (tx) => {
    const { row, session } = await lockPlace(tx, visitor.accountId, registrationId)
    if (paidWith && !(await hasPaidFor(tx, registrationId, paidWith))) refuse('not-found')
    if (await promiseMails(tx, registrationId)) return readUnregistered(tx, request)
    if (row.removedAt && (await isGoingBackOnline(tx, registrationId))) return readUnregistered(tx, request)
    if (row.heldUntil || row.personId !== personId || session.kind !== kind) refuse('not-found')
    // A retry after a lost answer.
    if (row.removedAt) return retryAfterGivenUp(tx, request, row.owedBackCents)
    const { timeZone } = await readProgramme(tx)
    if (todayIn(timeZone) > session.startsOn) refuse('session-started')
    if (row.chargeId) refuse('being-paid')

    const { accountId, familyId } = visitor
    const online = (await listPlaceParts(tx, registrationId)).filter(({ by }) => by === 'card')
    if (online.length === 0) {
      await giveUpByFamily(tx, { registrationId, familyId })
      const isOwed = (await owedBackFor(tx, registrationId)) > 0
      const end = isOwed ? 'owed' : row.priceCents === 0 ? 'free' : 'unpaid'
      await addUnregisteredMail(tx, registrationId, end, { isAll: true })
      return readUnregistered(tx, request)
    }
    const target = { registrationId, accountId, familyId }
    return { state: 'refunding' as const, toSend: await addRefunds(tx, world, target, online) }
  })
}

type RefundTarget = { registrationId: number; accountId: string; familyId: string | null }

/** Inserts a refund for each payment before any is sent; refuses if one is impossible. */
export async function addRefunds(
  tx: Db,
  world: World,
  target: RefundTarget & { endedBy?: Actor },
  parts: PartToGiveBack[],
): Promise<ToSend[]> {
  for (const { chargeId } of parts) {
    const dispute = await standingDispute(tx, orNotFound(chargeId))
    if (dispute === 'open') refuse('refund-failed', disputedMessage)
    if (dispute || (await hasPanelRefund(tx, orNotFound(chargeId))))
      refuse('refund-failed', alreadyRefundedMessage)
  }
  const toSend: ToSend[] = []
  for (const { chargeId, cents: amountCents, transactionId, chargeCents } of parts) {
    const refund = await addRefund(tx, { ...target, chargeId, amountCents }, leaseForAll(world, parts.length))
    if (!refund) return refuse('refund-failed', alreadyRefundingMessage)
    toSend.push({
      refund,
      paid: { transactionId: orNotFound(transactionId), chargeCents: orNotFound(chargeCents ?? undefined) },
    })
  }
  return toSend
}

/** A retry: still owed, or returned by hand, which is not described here. */
async function retryAfterGivenUp(tx: Db, request: Unregistering, owedCents: number): Promise<Unregistered> {
  if (owedCents > 0) return readUnregistered(tx, request)
  const byHand = { registrationId: request.registrationId, chargeId: null }
  if (await findLastRefund(tx, byHand)) refuse('not-found')
  return readUnregistered(tx, request)
}

/** Derived from the stored state, so that a retry returns the same. */
async function readUnregistered(
  db: Db,
  { registrationId, transactionId: paidWith }: Unregistering,
): Promise<Unregistered> {
  const { isThere, parts } = await readRefundState(db, registrationId)
  const several =
    parts.length > 1 || parts.some(({ by }) => by === 'credit')
      ? { parts }
      : ({} satisfies Partial<Unregistered>)
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

/** Otherwise the same money might go back twice. */
const failed = refusals['refund-failed'][1]
const alreadyRefundedMessage = `${failed} Money of this payment was given back to you already. Please write or call us: we find out for which place, and unregister you.`
const alreadyRefundingMessage = `${failed} A part of this payment is going back to you already. Try again once we have mailed you that it is done, or write or call us.`
const disputedMessage = `${failed} The bank is being asked about this payment. Please write or call us.`
const neverPaidMessage = `${failed} The bank never sent us your payment, so nothing was taken from you. The place is yours and unpaid: you can give it up now.`

const isStillUnpaid = async (db: Db, id: number) =>
  (await db.$count(registrations, and(eq(registrations.id, id), isUnpaid))) > 0
