import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { checkBot } from '#bot-check/bot-check.server.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import { gatewayOf, sell } from '#payments/braintree.server.ts'
import type { ChargeOutcome } from '#payments/charge-outcome.ts'
import { addCharge, endCharge } from '#payments/charges.db.server.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { countTry, networkOf } from '#platform/rate-limit.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { endDonation } from './acknowledge.server.ts'
import { donationByKey, type ShownDonation } from './donations.db.server.ts'
import type { DonationRequest } from './donations.schema.ts'
import { donations } from './donations.tables.ts'
import { botCheckActions } from './donations.ts'

export type Asking = { address: string; idempotencyKey?: string | undefined }

/** Whoever tries out stolen cards tries many; a family or a club shares one address. */
const limit = { tries: 60, minutes: 60 }

/**
 * Charges a card for a gift, once for each key: gift and charge are rows before the gateway is called, and the end
 * is accepted, declined or unknown. An unknown one is settled later by asking the gateway.
 */
export async function donate(
  world: World,
  visitor: Visitor | undefined,
  request: DonationRequest,
  { address, idempotencyKey }: Asking,
): Promise<ShownDonation> {
  if (request.account_id && request.account_id !== visitor?.accountId) refuse('not-yours')
  const key = keyOf(visitor, request, idempotencyKey)
  if (await donationByKey(world.db, key)) return givenBefore(world.db, key, request)
  await countTry(world.db, `donate:${networkOf(address)}`, limit)
  const action = botCheckActions[request.donation_type]
  const answer = request.g_recaptcha_response
  const spendCheck = await checkBot(world.env.recaptcha, { answer, action, address })
  const charge = await claim(world, visitor, request, key, spendCheck)
  if (!charge) return givenBefore(world.db, key, request)
  const outcome = await sell(gatewayOf(world.env), {
    orderId: charge.id,
    amountCents: request.transaction_amount,
    nonce: request.payment_method_nonce,
    deviceData: request.device_data ?? undefined,
  })
  if (outcome.state === 'unknown')
    world.log.warn({ charge: charge.id, reason: outcome.reason }, 'a charge is unknown')
  await finish(world, charge.id, outcome)
  return found(await donationByKey(world.db, key))
}

/** Whose it is stands in the key, so that nobody's key answers for somebody else's gift. */
function keyOf(visitor: Visitor | undefined, request: DonationRequest, given: string | undefined) {
  const { payment_method_nonce, donation_type, transaction_amount, email } = request
  const own = given ?? [payment_method_nonce, donation_type, transaction_amount, email].join(' ')
  return `${visitor?.accountId ?? 'guest'} ${own}`
}

/** Writes the gift and its charge; undefined when the key was used before. */
function claim(
  { db, env }: World,
  visitor: Visitor | undefined,
  request: DonationRequest,
  idempotencyKey: string,
  spendCheck: (tx: Db) => Promise<void>,
) {
  return db.transaction(async (tx) => {
    const accountId = visitor?.accountId ?? null
    const amountCents = request.transaction_amount
    const [donation] = await tx
      .insert(donations)
      .values({
        accountId,
        idempotencyKey,
        amountCents,
        donationType: request.donation_type,
        firstName: request.first_name,
        lastName: request.last_name,
        email: request.email,
        phone: request.phone || null,
        mailingAddress: request.mailing_address,
      })
      .onConflictDoNothing()
      .returning({ id: donations.id })
    if (!donation) return undefined
    await spendCheck(tx)
    const row = { accountId, orderId: null, idempotencyKey: `donation ${donation.id}`, amountCents }
    const charge = found(await addCharge(tx, row, env.gateway.overAfterSeconds))
    await tx.update(donations).set({ chargeId: charge.id }).where(eq(donations.id, donation.id))
    return charge
  })
}

/** The gift of an earlier call with this key; while that call is under way, its end is waited for. */
async function givenBefore(db: Db, key: string, request: DonationRequest): Promise<ShownDonation> {
  const read = async () => found(await donationByKey(db, key))
  let donation = await read()
  const isSame =
    donation.amountCents === request.transaction_amount && donation.donationType === request.donation_type
  if (!isSame) refuse('key-used')
  for (let tries = 0; donation.state === 'pending' && tries < 100; tries += 1) {
    await wait(200)
    donation = await read()
  }
  return donation
}

async function finish(world: World, chargeId: string, outcome: ChargeOutcome) {
  await world.db.transaction(async (tx) => {
    const charge = await endCharge(tx, chargeId, outcome)
    if (charge) await endDonation(tx, world.env.siteUrl, charge)
  })
  if (outcome.state === 'accepted') nudgeMail(world)
}
