import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { endDonation } from '#donations/acknowledge.server.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import { gatewayOf, sell } from '#payments/braintree.server.ts'
import type { ChargeOutcome } from '#payments/charge-outcome.ts'
import { addCharge, chargeByKey, endCharge } from '#payments/charges.db.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { freeHolds } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { addReceiptMail } from './mails.server.ts'

export type Payment = {
  nonce: string
  deviceData?: string | undefined
  /** What the family saw as its total; compared, never believed. */
  amountCents: number
  registrationIds: number[]
  /** The same key again never charges again. */
  idempotencyKey: string
}

/**
 * Charges a card for registrations: the charge is a row before the gateway is called, no transaction is open while
 * it is called, and its end is accepted, declined or unknown. An unknown one is settled later by asking the gateway.
 */
export async function pay(world: World, visitor: Visitor, payment: Payment): Promise<Charge> {
  const charge = await claim(world, visitor, payment)
  if (!charge) return paidBefore(world, visitor, payment)
  const { nonce, deviceData, amountCents } = payment
  const outcome = await sell(gatewayOf(world.env), { orderId: charge.id, amountCents, nonce, deviceData })
  if (outcome.state === 'unknown')
    world.log.warn({ charge: charge.id, reason: outcome.reason }, 'a charge is unknown')
  const ended = await finishCharge(world, charge.id, outcome)
  return ended ?? found(await chargeByKey(world.db, visitor.accountId, payment.idempotencyKey))
}

/** Writes the charge and makes it the owner of the registrations; undefined when the key was used before. */
function claim(world: World, visitor: Visitor, { registrationIds, amountCents, idempotencyKey }: Payment) {
  return world.db.transaction(async (tx) => {
    const [first] = await tx
      .select({ orderId: registrations.orderId, heldUntil: registrations.heldUntil })
      .from(registrations)
      .where(inArray(registrations.id, registrationIds))
      .limit(1)
    // Only a checkout's charge is its order's; paying later may pay parts of many orders.
    const orderId = first?.heldUntil ? first.orderId : null
    const row = { accountId: visitor.accountId, orderId, idempotencyKey, amountCents }
    const charge = await addCharge(tx, row, world.env.gateway.overAfterSeconds)
    if (!charge) return undefined
    const owned = await tx
      .update(registrations)
      .set({ chargeId: charge.id })
      .where(
        and(
          inArray(registrations.id, registrationIds),
          eq(registrations.accountId, visitor.accountId),
          isNull(registrations.chargeId),
          isNull(registrations.paidAt),
          isNull(registrations.removedAt),
          or(isNull(registrations.heldUntil), sql`${registrations.heldUntil} > now()`),
        ),
      )
      .returning({ priceCents: registrations.priceCents })
    if (owned.length !== registrationIds.length) await refuseClaim(tx, visitor, registrationIds)
    if (owned.reduce((sum, { priceCents }) => sum + priceCents, 0) !== amountCents) refuse('total-changed')
    return charge
  })
}

async function refuseClaim(tx: Db, visitor: Visitor, ids: number[]): Promise<never> {
  const { chargeId, heldUntil, paidAt } = registrations
  const isMine = and(inArray(registrations.id, ids), eq(registrations.accountId, visitor.accountId))
  const mine = await tx.select({ chargeId, heldUntil, paidAt }).from(registrations).where(isMine)
  if (mine.some((one) => one.paidAt)) refuse('being-paid', 'This is paid already: nothing was charged now.')
  const isOwned = mine.some((one) => one.chargeId !== null || one.heldUntil === null)
  refuse(mine.length === ids.length && isOwned ? 'being-paid' : 'hold-ended')
}

/** The charge of an earlier call with this key; while that call is under way, its end is waited for. */
async function paidBefore(world: World, visitor: Visitor, payment: Payment): Promise<Charge> {
  const read = async () => found(await chargeByKey(world.db, visitor.accountId, payment.idempotencyKey))
  let charge = await read()
  if (charge.amountCents !== payment.amountCents) refuse('total-changed')
  for (let tries = 0; charge.state === 'pending' && tries < 100; tries += 1) {
    await wait(200)
    charge = await read()
  }
  return charge
}

/** Writes the end of a charge with all that follows from it, once; undefined when it was written before. */
export async function finishCharge(world: World, chargeId: string, outcome: ChargeOutcome) {
  const ended = await world.db.transaction(async (tx) => {
    const charge = await endCharge(tx, chargeId, outcome)
    if (!charge) return undefined
    if (await endDonation(tx, world.env.siteUrl, charge)) return charge
    const isOurs = eq(registrations.chargeId, chargeId)
    if (charge.state === 'accepted') {
      const paid = { heldUntil: null, paidAt: sql`now()`, paidBy: 'card' as const }
      await tx.update(registrations).set(paid).where(isOurs)
      await addReceiptMail(tx, world.env.siteUrl, charge)
    }
    if (charge.state === 'declined') {
      await freeHolds(tx, isOurs)
      await tx.update(registrations).set({ chargeId: null }).where(isOurs)
    }
    return charge
  })
  if (ended?.state === 'accepted') nudgeMail(world)
  return ended
}
