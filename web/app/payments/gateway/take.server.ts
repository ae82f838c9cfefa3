import { setTimeout as wait } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import { nudgeMail } from '#mail/outbox.server.ts'
import {
  addCharge,
  chargeById,
  chargeByKey,
  endCharge,
  isFresh,
  lockPayer,
  markMailPromised,
  payerLockFor,
} from '#payments/charges.db.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import type { Purpose } from '#payments/purpose.ts'
import { lockAccount } from '#people/people.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import { measure } from '#platform/jobs/measures.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { countRefusal } from '#platform/tally.server.ts'
import { type Gateway, gatewayFor, sell } from './braintree.server.ts'
import type { ChargeOutcome } from './charge-outcome.ts'
import { undo } from './late-sales.server.ts'

export type OnlinePayment = {
  /** Part of the key's hash: nobody's key answers for somebody else's payment. */
  accountId: string | null
  familyId: string | null
  orderId: string | SQL | null
  /** The same key never charges again, unless the card was declined. */
  idempotencyKey: string
  paysFor: string
  amountCents: number
  creditCents?: number | undefined
  nonce: string
  deviceData?: string | undefined
}

/**
 * Takes money online. The charge is inserted, and made the owner of what it pays by `claim`, before the gateway is
 * called outside of any transaction. An `unknown` end is settled later by asking.
 */
export async function take(
  world: World,
  payment: OnlinePayment,
  claim: (tx: Db, charge: Charge) => Promise<void>,
  purpose: Purpose,
): Promise<Charge> {
  const idempotencyKey = hashKey(payment)
  const { creditCents = 0 } = payment
  const charge = await world.db.transaction(async (tx) => {
    if (payment.accountId && !(await lockAccount(tx, payment.accountId, payerLockFor(creditCents))))
      refuse('signed-out')
    const added = await addCharge(tx, { ...payment, idempotencyKey }, world.env.gateway.overAfterSeconds)
    if (added) await claim(tx, added)
    return added
  })
  if (!charge) return takenBefore(world.db, payment)
  try {
    const outcome = await sellInTime(world, charge, payment)
    measure('checkouts', outcome.state)
    return (
      (await finish(world, charge, outcome, purpose)) ?? orNotFound(await chargeById(world.db, charge.id))
    )
  } catch (problem) {
    // The card may have been charged: no other state before the gateway was asked.
    world.log.error({ err: problem, charge: charge.id }, 'the end of a charge could not be written')
    return { ...charge, state: 'unknown' }
  }
}

const hashKey = ({ accountId, idempotencyKey }: Pick<OnlinePayment, 'accountId' | 'idempotencyKey'>) =>
  sha256(`${accountId ?? 'guest'} ${idempotencyKey}`)

export const takenWith = (db: Db, payer: Pick<OnlinePayment, 'accountId' | 'idempotencyKey'>) =>
  chargeByKey(db, hashKey(payer))

/** Calls the gateway, unless the claim is so old that it may count as over elsewhere. */
async function sellInTime(
  world: World,
  { id: orderId }: Charge,
  payment: OnlinePayment,
): Promise<ChargeOutcome> {
  const { amountCents, nonce, deviceData } = payment
  const gateway = gatewayFor(world.env)
  const requiresThreeDSecure =
    world.env.paymentOffer.threeDSecure === 'always' && (await mayHaveBankToAsk(gateway, nonce))
  if (!(await isFresh(world.db, orderId, world.env.gateway.marginSeconds))) {
    world.log.error({ charge: orderId }, 'a sale was not sent: its claim is too old')
    return { state: 'declined', how: 'answer', reason: 'it was not sent in time' }
  }
  const sale = { orderId, amountCents, nonce, deviceData, requiresThreeDSecure }
  const outcome = await sell(gateway, sale)
  if (outcome.state === 'unknown')
    world.log.warn({ charge: orderId, reason: outcome.reason }, 'a charge is unknown')
  if (outcome.state === 'declined' && outcome.how === 'answer') countRefusal('declined card payment')
  if (outcome.state === 'declined' && outcome.isRefused)
    world.log.error({ charge: orderId, reason: outcome.reason }, 'the gateway refuses our calls')
  return outcome
}

/**
 * Whether 3-D Secure applies: to typed and saved cards, and Google Pay cards with their number. Wallets and accounts
 * authenticate payers themselves. An unknown nonce is treated as a card; the sale may then fail.
 */
async function mayHaveBankToAsk(gateway: Gateway, nonce: string): Promise<boolean> {
  const method = await gateway.call((sdk) => sdk.paymentMethodNonce.find(nonce)).catch(() => undefined)
  if (!method) return true
  const kind: string | undefined = method.type
  const { isNetworkTokenized } = (method.details ?? {}) as { isNetworkTokenized?: boolean }
  return kind === 'CreditCard' || (kind === 'AndroidPayCard' && isNetworkTokenized === false)
}

/** The charge of an earlier call with this key; waits while that call is under way. */
export async function takenBefore(db: Db, payment: OnlinePayment): Promise<Charge> {
  let charge = orNotFound(await takenWith(db, payment))
  const { paysFor, amountCents, creditCents = 0 } = payment
  const isSame = charge.amountCents === amountCents && charge.creditCents === creditCents
  if (charge.paysFor !== paysFor || !isSame) refuse('key-used')
  for (let tries = 0; charge.state === 'pending' && tries < 100; tries += 1) {
    await wait(200)
    charge = orNotFound(await chargeById(db, charge.id))
  }
  if (charge.state !== 'pending') return charge
  await markMailPromised(db, charge.id)
  return orNotFound(await chargeById(db, charge.id))
}

export async function finish(
  world: World,
  { id: chargeId, creditCents }: Pick<Charge, 'id' | 'creditCents'>,
  outcome: ChargeOutcome,
  purpose: Purpose,
): Promise<Charge | undefined> {
  const ended = await world.db.transaction(async (tx) => {
    await lockPayer(tx, chargeId, payerLockFor(creditCents))
    if (outcome.state !== 'unknown') await purpose.lock(tx, chargeId, outcome.state)
    const charge = await endCharge(tx, chargeId, outcome)
    if (charge && charge.state !== 'unknown') await purpose.ended(tx, charge)
    return charge
  })
  if (ended?.state === 'accepted' && ended.threeDSecureStatus) {
    // Evidence for a later dispute.
    const { threeDSecureStatus, liabilityShifted } = ended
    world.log.info({ charge: chargeId, threeDSecureStatus, liabilityShifted }, 'what 3-D Secure came to')
  }
  nudgeMail(world)
  if (!ended && outcome.state === 'accepted') await undo(world, chargeId, outcome.transactionId, purpose)
  return ended
}
