import { checkBotWithCard } from '#bot-check/bot-check.server.ts'
import { giftPurpose } from '#donations/receipt/acknowledge.server.ts'
import { countDeclines } from '#payments/gateway/declines.server.ts'
import { type OnlinePayment, take, takenBefore, takenWith } from '#payments/gateway/take.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { countTry, toNetwork } from '#platform/http/rate-limit.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { donationPaidBy, type ShownDonation } from './donations.db.server.ts'
import type { DonationRequest } from './donations.schema.ts'
import { donations } from './donations.tables.ts'
import { botCheckActions } from './donations.ts'

export type DonateOptions = { address: string; idempotencyKey?: string | undefined }

/** For card testing, which takes many tries; families and clubs share an address. */
const limit = { tries: 60, minutes: 60 }

const tooManyDeclined =
  'Too many payments were declined in the last hour. Wait an hour, or write to us: we will help.'

/** Charges a gift, once for each key; a retry with its key needs no new bot check. */
export async function donate(
  world: World,
  visitor: Visitor | undefined,
  request: DonationRequest,
  { address, idempotencyKey }: DonateOptions,
): Promise<ShownDonation> {
  if (request.account_id && request.account_id !== visitor?.accountId) refuse('not-yours')
  const payment = toPayment(visitor, request, idempotencyKey)
  const before = await takenWith(world.db, payment)
  if (!before || before.state === 'declined') return giveAnew(world, request, payment, address)
  const charge = await takenBefore(world.db, payment)
  return orNotFound(await donationPaidBy(world.db, charge.id))
}

function toPayment(
  visitor: Visitor | undefined,
  request: DonationRequest,
  key: string | undefined,
): OnlinePayment {
  const { payment_method_nonce: nonce, donation_type, amountCents, email } = request
  return {
    accountId: visitor?.accountId ?? null,
    familyId: visitor?.familyId ?? null,
    orderId: null,
    idempotencyKey: key ?? [nonce, donation_type, amountCents, email].join(' '),
    paysFor: `gift ${donation_type}`,
    amountCents,
    nonce,
    deviceData: request.device_data ?? undefined,
  }
}

async function giveAnew(
  world: World,
  request: DonationRequest,
  payment: OnlinePayment,
  address: string,
): Promise<ShownDonation> {
  await countTry(world.db, `donate:${toNetwork(address)}`, limit)
  const action = botCheckActions[request.donation_type]
  const answer = request.g_recaptcha_response
  const spendCheck = await checkBotWithCard(world, { answer, action, address })
  const id = crypto.randomUUID()
  const claim = async (tx: Db, charge: Charge) => {
    await spendCheck(tx)
    await addDonation(tx, id, request, charge)
  }
  const { accountId } = payment
  const payer = accountId ? { address, accountId } : { address, accountId: null, email: request.email }
  const give = () => take(world, payment, claim, giftPurpose(world.env.siteUrl))
  const charge = await countDeclines(world, payer, give, tooManyDeclined)
  if (charge.state === 'unknown') return notKnownYet(id, request, charge)
  return orNotFound(await donationPaidBy(world.db, charge.id))
}

/** Without the database, which may be what failed. */
const notKnownYet = (
  id: string,
  { donation_type }: DonationRequest,
  { accountId, amountCents }: Charge,
): ShownDonation => ({
  ...{ id, accountId, donationType: donation_type, amountCents },
  ...{ state: 'unknown', transactionId: null, declineCode: null, acknowledgement: null },
})

const addDonation = (
  tx: Db,
  id: string,
  request: DonationRequest,
  { id: chargeId, accountId, familyId, amountCents }: Charge,
) =>
  tx.insert(donations).values({
    id,
    accountId,
    familyId,
    chargeId,
    amountCents,
    donationType: request.donation_type,
    firstName: request.first_name,
    lastName: request.last_name,
    email: request.email,
    phone: request.phone || null,
    mailingAddress: request.mailing_address,
  })
