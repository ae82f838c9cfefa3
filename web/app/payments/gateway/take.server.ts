import { setTimeout as wait } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import { nudgeMail } from '#mail/outbox.server.ts'
import {
  addCharge,
  chargeById,
  chargeByKey,
  endCharge,
  isFresh,
  lockFor,
  lockPayer,
  promiseMail,
} from '#payments/charges.db.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import type { Purpose } from '#payments/purpose.ts'
import { lockAccount } from '#people/people.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { hashOf } from '#platform/hash.server.ts'
import { measure } from '#platform/jobs/measures.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { count } from '#platform/tally.server.ts'
import { type Gateway, gatewayOf, sell } from './braintree.server.ts'
import type { ChargeOutcome } from './charge-outcome.ts'
import { undo } from './late-sales.server.ts'

export type OnlinePayment = {
  /** Whose key it is: nobody's key answers for somebody else's payment. */
  accountId: string | null
  familyId: string | null
  /** Or where it stands. */
  orderId: string | SQL | null
  /** The same key again never charges again, unless the card was declined. */
  idempotencyKey: string
  /** What is paid for, in a form that can be compared: the key is good for nothing else. */
  paysFor: string
  amountCents: number
  /** What of the family's credit it uses besides, once it is accepted. */
  creditCents?: number | undefined
  nonce: string
  deviceData?: string | undefined
}

/**
 * Takes money online: the charge is a row that owns what it pays for before the gateway is called, no transaction is
 * open while it is called, and its end is accepted, declined or unknown. An unknown one is settled later by asking.
 * `claim` makes the charge the owner, or refuses.
 */
export async function take(
  world: World,
  payment: OnlinePayment,
  claim: (tx: Db, charge: Charge) => Promise<void>,
  purpose: Purpose,
): Promise<Charge> {
  const idempotencyKey = keyOf(payment)
  const { creditCents = 0 } = payment
  const charge = await world.db.transaction(async (tx) => {
    if (payment.accountId && !(await lockAccount(tx, payment.accountId, lockFor(creditCents))))
      refuse('signed-out')
    const added = await addCharge(tx, { ...payment, idempotencyKey }, world.env.gateway.overAfterSeconds)
    if (added) await claim(tx, added)
    return added
  })
  if (!charge) return takenBefore(world.db, payment)
  try {
    const outcome = await sellInTime(world, charge, payment)
    measure('checkouts', outcome.state)
    return (await finish(world, charge, outcome, purpose)) ?? found(await chargeById(world.db, charge.id))
  } catch (problem) {
    // The card may have been charged: nothing else is said of it before the gateway was asked.
    world.log.error({ err: problem, charge: charge.id }, 'the end of a charge could not be written')
    return { ...charge, state: 'unknown' }
  }
}

const keyOf = ({ accountId, idempotencyKey }: Pick<OnlinePayment, 'accountId' | 'idempotencyKey'>) =>
  hashOf(`${accountId ?? 'guest'} ${idempotencyKey}`)

/** The charge that such a key belongs to already. */
export const takenWith = (db: Db, payer: Pick<OnlinePayment, 'accountId' | 'idempotencyKey'>) =>
  chargeByKey(db, keyOf(payer))

/** Calls the gateway, unless the claim is so old that it may count as over elsewhere. */
async function sellInTime(
  world: World,
  { id: orderId }: Charge,
  payment: OnlinePayment,
): Promise<ChargeOutcome> {
  const { amountCents, nonce, deviceData } = payment
  const gateway = gatewayOf(world.env)
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
  if (outcome.state === 'declined' && outcome.how === 'answer') count('declined card payment')
  if (outcome.state === 'declined' && outcome.isRefused)
    world.log.error({ charge: orderId, reason: outcome.reason }, 'the gateway refuses our calls')
  return outcome
}

/**
 * Whether there is a bank that can be asked who pays: of cards that were typed or saved, and of those of Google Pay
 * that come with their number. Wallets and accounts have asked the payer themselves. Where the gateway does not say what
 * the nonce stands for, the sale asks for all, and fails if that is too much.
 */
async function mayHaveBankToAsk(gateway: Gateway, nonce: string): Promise<boolean> {
  const method = await gateway.call((sdk) => sdk.paymentMethodNonce.find(nonce)).catch(() => undefined)
  if (!method) return true
  // The SDK's published types leave both out.
  const kind: string | undefined = method.type
  const { isNetworkTokenized } = (method.details ?? {}) as { isNetworkTokenized?: boolean }
  return kind === 'CreditCard' || (kind === 'AndroidPayCard' && isNetworkTokenized === false)
}

/** The charge of an earlier call with this key; while that call is under way, its end is waited for. */
export async function takenBefore(db: Db, payment: OnlinePayment): Promise<Charge> {
  let charge = found(await takenWith(db, payment))
  const { paysFor, amountCents, creditCents = 0 } = payment
  const isSame = charge.amountCents === amountCents && charge.creditCents === creditCents
  if (charge.paysFor !== paysFor || !isSame) refuse('key-used')
  for (let tries = 0; charge.state === 'pending' && tries < 100; tries += 1) {
    await wait(200)
    charge = found(await chargeById(db, charge.id))
  }
  if (charge.state !== 'pending') return charge
  await promiseMail(db, charge.id)
  return found(await chargeById(db, charge.id))
}

/** Writes the end of a charge with all that follows from it, once; undefined when it was written before. */
export async function finish(
  world: World,
  { id: chargeId, creditCents }: Pick<Charge, 'id' | 'creditCents'>,
  outcome: ChargeOutcome,
  purpose: Purpose,
): Promise<Charge | undefined> {
  const ended = await world.db.transaction(async (tx) => {
    await lockPayer(tx, chargeId, lockFor(creditCents))
    if (outcome.state !== 'unknown') await purpose.lock(tx, chargeId, outcome.state)
    const charge = await endCharge(tx, chargeId, outcome)
    if (charge && charge.state !== 'unknown') await purpose.ended(tx, charge)
    return charge
  })
  if (ended?.state === 'accepted' && ended.threeDSecureStatus) {
    // For the day on which the holder of a card denies a payment.
    const { threeDSecureStatus, liabilityShifted } = ended
    world.log.info({ charge: chargeId, threeDSecureStatus, liabilityShifted }, 'what 3-D Secure came to')
  }
  nudgeMail(world)
  if (!ended && outcome.state === 'accepted') await undo(world, chargeId, outcome.transactionId, purpose)
  return ended
}
