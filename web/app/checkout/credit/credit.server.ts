import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { lockPayable, refuseClaim } from '#checkout/pay/claim.server.ts'
import { debtsOf, useCredit as moveCredit, takeFrom } from '#ledger/credit.db.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import type { PaidPart } from '#paper/receipts.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { accountById, lockAccount } from '#people/people.db.server.ts'
import { familyActor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sumCents } from '#platform/format/money.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { freeCreditOf } from '#registrations/credit/credit.server.ts'
import { placesIn } from '#registrations/entries.db.server.ts'
import { isSettledPlace } from '#registrations/registrations.db.server.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import { addCreditMail } from './credit-mail.server.ts'

/**
 * The card of a payment was accepted: the credit that it uses besides goes to what is still due of its places, which are
 * locked. What a bank took back meanwhile is not there any more, and stays due.
 */
export async function spendCreditOf(
  tx: Db,
  { accountId, paysFor, creditCents }: Charge,
): Promise<PaidPart[]> {
  const familyId = accountId && (await accountById(tx, accountId))?.familyId
  if (!familyId) return []
  return spendFor(tx, familyId, placesIn(paysFor), creditCents)
}

/** Moves credit to what is due of these places, by their ids, and tells the log. */
async function spendFor(tx: Db, familyId: string, ids: number[], mostCents: number): Promise<PaidPart[]> {
  const debts = await debtsOf(tx, ids)
  const moves = takeFrom(debts, mostCents).map((debt) => ({ ...debt, familyId }))
  const actor = familyActor(familyId)
  const usedCents = await moveCredit(tx, actor, moves)
  if (usedCents > 0)
    await addChange(tx, { actor, what: 'credit used', familyId, after: { cents: usedCents } })
  return takeFrom(debts, usedCents)
}

/** Credit pays all that these places cost: what is held is registered, and no card is charged. */
export async function registerWithCredit(
  world: World,
  visitor: Visitor,
  { registrationIds: ids, creditCents }: { registrationIds: number[]; creditCents: number },
): Promise<{ orderId: string }> {
  const { accountId, familyId } = visitor
  const orderId = await world.db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId, 'no key update'))) refuse('signed-out')
    const before = await registeredBefore(tx, visitor, ids)
    if (before) return before
    const freeCents = await freeCreditOf(tx, visitor)
    const locked = lockPayable(tx, visitor, ids)
    const taken = await tx
      .with(locked)
      .update(registrations)
      .set({ heldUntil: null })
      .from(locked)
      .where(and(eq(registrations.id, locked.id), isNotNull(registrations.heldUntil)))
      .returning({
        registrationId: registrations.id,
        cents: registrations.priceCents,
        orderId: registrations.orderId,
      })
    if (ids.length === 0 || taken.length !== ids.length) await refuseClaim(tx, visitor, ids)
    if (sumCents(taken.map(({ cents }) => cents)) !== creditCents) refuse('total-changed')
    if (freeCents < creditCents) refuse('credit-changed')
    const prices = taken.toSorted((left, right) => left.registrationId - right.registrationId)
    await post(
      tx,
      familyActor(familyId),
      prices.flatMap(({ registrationId, cents }) =>
        cents > 0 ? { registrationId, cents, kind: 'price' as const } : [],
      ),
    )
    const used = await spendFor(tx, familyId, ids, creditCents)
    if (sumCents(used.map(({ cents }) => cents)) !== creditCents) refuse('credit-changed')
    const id = found(prices[0]).orderId
    await addCreditMail(tx, world.env.siteUrl, visitor, { ids, orderId: id, creditCents })
    return id
  })
  nudgeMail(world)
  return { orderId: found(orderId) }
}

/** The order of these places where all of them are registered and paid already, as after an answer that was lost. */
async function registeredBefore(tx: Db, { accountId }: Visitor, ids: number[]) {
  const rows = await tx
    .select({ id: orders.id })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .where(
      and(
        inArray(registrations.id, ids),
        eq(registrations.accountId, accountId),
        eq(orders.method, 'card'),
        isSettledPlace,
      ),
    )
  return ids.length > 0 && rows.length === ids.length ? rows[0]?.id : undefined
}
