import { and, eq } from 'drizzle-orm'
import type { Kind } from '#events/events.tables.ts'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { gatewayOf } from '#payments/braintree.server.ts'
import type { RefundOutcome } from '#payments/charge-outcome.ts'
import { findRefund, giveBack, type MoneyBack } from '#payments/give-back.server.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { todayIn } from '#platform/dates.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { freePlaces } from '#registrations/places.server.ts'
import { type Refund, registrations } from '#registrations/registrations.tables.ts'
import { addUnregisteredMail, refundHelpMail } from './refund-mails.server.ts'
import {
  addRefund,
  leaseOpenRefund,
  lockPlace,
  lockRefund,
  noteRefund,
  refundOf,
} from './refunds.db.server.ts'

export type Leaving = {
  registrationId: number
  personId: string
  kind: Kind
  /** Given: the card transaction that must have paid the place. */
  transactionId?: string
}
/** What became of the place and the money. */
export type Left =
  | { state: 'removed' }
  | { state: 'refunded'; amountCents: number; transactionId: string }
  | { state: 'queued' | 'asking'; amountCents: number }

/**
 * Gives a place up. What was paid by card goes back first: the family keeps the place until the refund is accepted
 * or safely queued. What was paid otherwise is listed as owed.
 */
export async function unregister(world: World, visitor: Visitor, leaving: Leaving): Promise<Left> {
  const began = await begin(world, visitor, leaving)
  if (began.state !== 'refunding') return began
  const { refund, transactionId, chargeCents } = began
  const back = moneyBack(refund, transactionId, chargeCents)
  const outcome = await giveBack(gatewayOf(world.env), back)
  const noted = await finishRefund(world, refund.id, outcome)
  return leftBy(noted ?? found(await refundOf(world.db, refund.registrationId)))
}

function begin(world: World, visitor: Visitor, leaving: Leaving) {
  const { registrationId, personId, kind, transactionId: paidWith } = leaving
  return world.db.transaction(async (tx) => {
    const { row, session } = await lockPlace(tx, visitor.accountId, registrationId)
    if (paidWith && !(await isPaidWith(tx, row.chargeId, paidWith))) refuse('not-found')
    const before = await refundOf(tx, registrationId)
    if (before && before.state !== 'owed') return leftBy(before)
    if (row.removedAt || row.heldUntil || row.personId !== personId) refuse('not-found')
    const { timeZone } = await readProgramme(tx)
    if (session.kind !== kind) refuse('not-found')
    if (todayIn(timeZone) > session.startsOn) refuse('session-started')
    if (row.chargeId && row.paidBy !== 'card') refuse('being-paid')

    const refund = { registrationId, accountId: visitor.accountId, amountCents: row.priceCents }
    if (row.paidBy !== 'card') {
      if (row.paidBy) await addRefund(tx, { ...refund, chargeId: null, state: 'owed' }, 0)
      await removeRegistration(tx, registrationId)
      await addUnregisteredMail(tx, registrationId, row.paidBy ? 'owed' : 'unpaid')
      return { state: 'removed' as const }
    }
    const [charge] = await tx
      .select()
      .from(charges)
      .where(eq(charges.id, found(row.chargeId)))
    const { id, transactionId, amountCents: chargeCents } = found(charge)
    const added = await addRefund(tx, { ...refund, chargeId: id }, leaseFor(world))
    return {
      state: 'refunding' as const,
      refund: found(added),
      transactionId: found(transactionId),
      chargeCents,
    }
  })
}

async function isPaidWith(tx: Db, chargeId: string | null, transactionId: string): Promise<boolean> {
  if (!chargeId) return false
  return (
    (await tx.$count(charges, and(eq(charges.id, chargeId), eq(charges.transactionId, transactionId)))) > 0
  )
}

const moneyBack = (
  { id, amountCents }: Pick<Refund, 'id' | 'amountCents'>,
  transactionId: string,
  chargeCents: number,
): MoneyBack => ({ refundId: id, transactionId, amountCents, isWhole: amountCents === chargeCents })

/** Writes the end of a refund with all that follows from it, once. `before`: what the family was told last. */
export async function finishRefund(
  world: World,
  id: string,
  outcome: RefundOutcome,
  before?: Refund['state'],
): Promise<Refund | undefined> {
  const { overAfterSeconds } = world.env.gateway
  const waitSeconds =
    outcome.state === 'queued'
      ? Math.max(world.env.settleEverySeconds * 10, overAfterSeconds)
      : overAfterSeconds
  const noted = await world.db.transaction(async (tx) => {
    await lockRefund(tx, id)
    const refund = await noteRefund(tx, id, outcome, waitSeconds)
    if (!refund) return undefined
    const isGone = refund.state === 'done' || refund.state === 'queued'
    const wasThere = isGone && (await removeRegistration(tx, refund.registrationId))
    if (refund.state === 'done') await addUnregisteredMail(tx, refund.registrationId, 'refunded', refund)
    if (refund.state === 'queued' && wasThere)
      await addUnregisteredMail(tx, refund.registrationId, 'queued', refund)
    if (refund.state === 'failed' && before === 'queued') await addMail(tx, await refundHelpMail(tx, refund))
    return refund
  })
  if (noted?.state === 'failed') world.log.error({ refund: id, reason: noted.reason }, 'a refund was refused')
  nudgeMail(world)
  return noted
}

/** Frees the place, once. */
const removeRegistration = async (tx: Db, id: number) =>
  (await freePlaces(tx, eq(registrations.id, id))).length > 0

function leftBy(refund: Refund): Left {
  const { state, amountCents, transactionId } = refund
  if (state === 'failed') refuse('refund-failed')
  if (state === 'done') return { state: 'refunded', amountCents, transactionId: found(transactionId) }
  return { state: state === 'queued' ? 'queued' : 'asking', amountCents }
}

/**
 * Giving back takes several calls, each of which may take the SDK's whole time-out. Whoever works on a refund owns it
 * for longer than that: two at work on one would give the money back twice.
 */
const leaseFor = ({ env }: World) => 5 * env.gateway.overAfterSeconds

/** Tries queued refunds again and asks about those whose answer is not known, one after the other. */
export async function settleOpenRefunds(world: World): Promise<void> {
  for (;;) {
    const refund = await leaseOpenRefund(world.db, leaseFor(world))
    if (!refund) return
    // One that cannot be settled holds up no other.
    await settleRefund(world, refund).catch((problem) =>
      world.log.error({ err: problem, refund: refund.id }, 'an open refund could not be settled'),
    )
  }
}

async function settleRefund(world: World, refund: OpenRefund): Promise<void> {
  const outcome = await lookUp(world, refund)
  await finishRefund(world, refund.id, outcome, refund.state)
  world.log.info({ refund: refund.id, outcome: outcome.state }, 'an open refund was looked up')
}

type OpenRefund = NonNullable<Awaited<ReturnType<typeof leaseOpenRefund>>>

async function lookUp({ env }: World, refund: OpenRefund): Promise<RefundOutcome> {
  const back = moneyBack(refund, found(refund.transactionId), refund.chargeCents)
  const known = await findRefund(gatewayOf(env), back)
  if (known) return known
  // Nobody works on it any more: a first call that left no trace was never made.
  if (refund.state !== 'queued') return { state: 'failed', reason: 'it never reached the gateway' }
  const outcome = await giveBack(gatewayOf(env), back)
  const mayComeYet = outcome.state === 'unknown' || (outcome.state === 'failed' && outcome.isPassing)
  return mayComeYet ? { state: 'queued' } : outcome
}
