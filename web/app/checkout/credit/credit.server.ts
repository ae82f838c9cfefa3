import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { lockPayable, refuseClaim } from '#checkout/pay/claim.server.ts'
import type { PaidPart } from '#invoices/receipts.server.ts'
import { listDebts, moveCredit, takeFrom } from '#ledger/credit.db.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { findAccount, lockAccount } from '#people/people.db.server.ts'
import { familyActor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sumCents } from '#platform/format/money.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readFreeCredit } from '#registrations/credit/free-credit.server.ts'
import { parsePaysFor } from '#registrations/entries.db.server.ts'
import { isSettledPlace } from '#registrations/registrations.db.server.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import { addCreditMail } from './credit-mail.server.ts'

/**
 * After the card was accepted, moves the charge's credit to what its locked places still owe. Credit that a bank took
 * back meanwhile is missing, and stays due.
 */
export async function spendChargeCredit(
  tx: Db,
  { accountId, paysFor, creditCents }: Charge,
): Promise<PaidPart[]> {
  const familyId = accountId && (await findAccount(tx, accountId))?.familyId
  if (!familyId) return []
  return spendFor(tx, familyId, parsePaysFor(paysFor), creditCents)
}

/** Moves credit to these places by id, and logs it. */
async function spendFor(tx: Db, familyId: string, ids: number[], maxCents: number): Promise<PaidPart[]> {
  const debts = await listDebts(tx, ids)
  const moves = takeFrom(debts, maxCents).map((debt) => ({ ...debt, familyId }))
  const actor = familyActor(familyId)
  const usedCents = await moveCredit(tx, actor, moves)
  if (usedCents > 0)
    await addChange(tx, { actor, what: 'credit used', familyId, after: { cents: usedCents } })
  return takeFrom(debts, usedCents)
}

/** Registers holds that credit pays in full; no card is charged. */
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
    const freeCents = await readFreeCredit(tx, visitor)
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
    const id = orNotFound(prices[0]).orderId
    await addCreditMail(tx, world.env.siteUrl, visitor, { ids, orderId: id, creditCents })
    return id
  })
  nudgeMail(world)
  return { orderId: orNotFound(orderId) }
}

/** The order, if all its places are registered and paid: a retry after a lost answer. */
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
