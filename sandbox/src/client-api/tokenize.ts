import { type Caller, customerIdFor } from '../merchant-access/authorization.ts'
import { readAddress } from '../payment-instruments/addresses.ts'
import { type Card, type CardRequest, readCard } from '../payment-instruments/cards.ts'
import type { Means } from '../payment-instruments/means.ts'
import { type Problem, problem, Refused, refuse } from '../platform/errors.ts'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { parseOffers } from '../platform/offers.ts'
import { checkCvv } from '../processor/outcome.ts'
import { clientBrand } from '../vault/nonce-answer.ts'
import { addNonce } from '../vault/nonces.ts'
import { saveMethod } from '../vault/vaulting.ts'
import { CardNotVerified, keepingVerification } from '../vault/verifications.ts'

/**
 * Braintree's TokenizeCreditCard. With `validate` and a customer's client token the card is vaulted at once; without,
 * its billing address is not checked. A CVV alone gives a nonce too. Throws Refused with problems on credit_card.
 */
export async function tokenizeCard(
  gateway: Gateway,
  caller: Caller,
  request: CardRequest,
  validate: boolean,
): Promise<{ nonce: string; card?: Card }> {
  if (!validate && isCvvAlone(request)) return { nonce: await storeCvv(gateway, request) }
  const { card, billing } = readTokenized(gateway, request, validate)
  const customerId = customerIdFor(caller)
  const means: Means = { kind: 'credit_card', card }
  const plain = { means, billing, cvvCode: checkCvv(request.cvv), token: null }
  const instrument = { ...plain, customerId: customerId ?? null }
  if (!validate || caller.kind !== 'fingerprint' || customerId === undefined) {
    return { nonce: await addNonce(gateway, instrument), card }
  }
  const entry = { customer_id: customerId, options: caller.options }
  const nonce = await keepingVerification(gateway, () =>
    inTransaction(gateway, async (within) => {
      const token = await saveMethod(within, instrument, entry, ['credit_card'])
      return addNonce(within, { ...instrument, token })
    }),
  )
  return { nonce, card }
}

function isCvvAlone({ cvv, number, expiration_date, expiration_month, expiration_year }: CardRequest) {
  return (
    cvv && [number, expiration_date, expiration_month, expiration_year].every((part) => part === undefined)
  )
}

function storeCvv(gateway: Gateway, { cvv = '' }: CardRequest) {
  if (!/^\d{3,4}$/.test(cvv)) refuse('81707', 'credit_card')
  const means: Means = { kind: 'unknown', isCvvAlone: true }
  return addNonce(gateway, { means, cvvCode: checkCvv(cvv), customerId: null, token: null })
}

/**
 * With `validate`, checks the billing address as the server API does. An empty CVV is refused, an absent one is not.
 */
function readTokenized(gateway: Gateway, request: CardRequest, validate: boolean) {
  const read = readCard(request, gateway.secrets.hashKey, 'credit_card')
  const isTaken =
    !('card' in read) ||
    parseOffers(gateway.merchant).card_brands.some((brand) => brand === clientBrand(read.card))
  const wrong = [
    ...(isTaken ? [] : [problem('81703', 'credit_card')]),
    ...(request.cvv === '' ? [problem('81706', 'credit_card')] : []),
  ]
  const address = request.billing_address
  const billing = validate && address ? readAddress(address, 'credit_card', 'billing_address') : { address }
  if ('card' in read && 'address' in billing && !wrong.length)
    return { card: read.card, billing: billing.address }
  const wrongAddress = 'address' in billing ? [] : billing
  throw new Refused([...('card' in read ? [] : read), ...wrong, ...wrongAddress])
}

/** A rejected card is reported on the field that failed. */
export function clientProblems(refused: Refused): Problem[] {
  if (!(refused instanceof CardNotVerified)) return refused.problems
  const reason = refused.verification.gatewayRejectionReason
  return [
    ...(reason === 'cvv' || reason === 'avs_and_cvv' ? [problem('81736', 'credit_card')] : []),
    ...(reason === 'avs' || reason === 'avs_and_cvv'
      ? [problem('81737', 'credit_card', 'billing_address')]
      : []),
  ]
}
