import { and, eq } from 'drizzle-orm'
import type { Kind } from '#events/kinds.ts'
import { hasPanelRefund } from '#payments/comparisons.db.server.ts'
import { standingDispute } from '#payments/disputes.db.server.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { todayIn } from '#platform/dates.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { found, Refusal, refusals, refuse } from '#platform/refusal.ts'
import { byFamily } from '#registrations/places.server.ts'
import { isUnpaid } from '#registrations/registrations.db.server.ts'
import { type Refund, registrations } from '#registrations/registrations.tables.ts'
import { giveBackFor, leaseFor, removeRegistration, strangeRefund } from './refund.server.ts'
import { addUnregisteredMail } from './refund-mails.server.ts'
import { addRefund, chargeIn, lockPlace, owedBackFor, promiseMail, refundOf } from './refunds.db.server.ts'

export type Leaving = {
  registrationId: number
  personId: string
  kind: Kind
  /** Given: the transaction that must have paid the place. */
  transactionId?: string
}
/** What became of the place and the money. */
export type Left =
  | { state: 'removed' }
  | { state: 'refunded'; amountCents: number; transactionId: string }
  | { state: 'owed' | 'queued' | 'asking'; amountCents: number }

/**
 * Gives a place up. What was charged goes back first: the family keeps the place until the refund is accepted
 * or safely queued. What was paid otherwise is listed as owed.
 */
export async function unregister(world: World, visitor: Visitor, leaving: Leaving): Promise<Left> {
  const began = await begin(world, visitor, leaving)
  if (began.state !== 'refunding') return began
  const { refund, ...paid } = began
  try {
    const ended = await giveBackFor(world, refund, paid)
    if (ended.state === 'failed' && (await isStillUnpaid(world.db, leaving.registrationId)))
      refuse('refund-failed', neverPaid)
    if (ended.state === 'failed' && ended.reason === strangeRefund) refuse('refund-failed', alreadyGivenBack)
    return leftBy(ended)
  } catch (problem) {
    if (problem instanceof Refusal) throw problem
    // The money may have gone back: nothing else is said of it before the gateway was asked.
    world.log.error({ err: problem, refund: refund.id }, 'the end of a refund could not be written')
    return { state: 'asking', amountCents: refund.amountCents }
  }
}

function begin(world: World, visitor: Visitor, leaving: Leaving) {
  const { registrationId, personId, kind, transactionId: paidWith } = leaving
  return world.db.transaction(async (tx) => {
    const { row, session } = await lockPlace(tx, visitor.accountId, registrationId)
    const charge = await chargeIn(tx, registrationId)
    if (paidWith && charge?.transactionId !== paidWith) refuse('not-found')
    const before = await refundOf(tx, registrationId)
    if (before?.chargeId) {
      await promiseMail(tx, before.id)
      return leftBy(before)
    }
    if (row.heldUntil || row.personId !== personId || session.kind !== kind) refuse('not-found')
    // Asked again, as after an answer that was lost.
    if (row.removedAt) return goneBefore(row.owedBackCents, before)
    const { timeZone } = await readProgramme(tx)
    if (todayIn(timeZone) > session.startsOn) refuse('session-started')
    if (row.chargeId) refuse('being-paid')

    const { accountId, familyId } = visitor
    if (!charge) {
      await removeRegistration(tx, registrationId, byFamily(familyId))
      const amountCents = await owedBackFor(tx, registrationId)
      const isOwed = amountCents > 0
      await addUnregisteredMail(
        tx,
        registrationId,
        isOwed ? 'owed' : row.priceCents === 0 ? 'free' : 'unpaid',
      )
      return isOwed ? { state: 'owed' as const, amountCents } : { state: 'removed' as const }
    }
    const { id, transactionId, amountCents: chargeCents, cents: amountCents } = charge
    const refund = { registrationId, accountId, familyId, amountCents }
    const dispute = await standingDispute(tx, id)
    if (dispute === 'open') refuse('refund-failed', isDisputed)
    if (dispute || (await hasPanelRefund(tx, id))) refuse('refund-failed', alreadyGivenBack)
    const added = await addRefund(tx, { ...refund, chargeId: id }, leaseFor(world))
    return {
      state: 'refunding' as const,
      refund: found(added),
      transactionId: found(transactionId),
      chargeCents,
    }
  })
}

/** What the programme still owes for it is owed; where a hand gave it back, nothing more is told here. */
function goneBefore(amountCents: number, returned: Refund | undefined): Left {
  if (amountCents > 0) return { state: 'owed', amountCents }
  if (returned) refuse('not-found')
  return { state: 'removed' }
}

/** Else the same money might go back twice. */
const failed = refusals['refund-failed'][1]
const alreadyGivenBack = `${failed} Money of this payment was given back to you already. Please write or call us: we find out for which place, and unregister you.`
const isDisputed = `${failed} The bank is being asked about this payment. Please write or call us.`
const neverPaid = `${failed} The bank never sent us your payment, so nothing was taken from you. The place is yours and unpaid: you can give it up now.`

const isStillUnpaid = async (db: Db, id: number) =>
  (await db.$count(registrations, and(eq(registrations.id, id), isUnpaid))) > 0

function leftBy(refund: Refund): Left {
  const { state, amountCents, transactionId } = refund
  if (state === 'failed') refuse('refund-failed')
  if (state === 'done') return { state: 'refunded', amountCents, transactionId: found(transactionId) }
  return { state: state === 'queued' ? 'queued' : 'asking', amountCents }
}
