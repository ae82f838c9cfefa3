import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { besides, type Caller, customerOf } from '../callers/authorization.ts'
import { type Card, readCard } from '../instruments/cards.ts'
import type { Means } from '../instruments/means.ts'
import { Refused, refuse } from '../platform/errors.ts'
import { type Gateway, newId } from '../platform/gateway.ts'
import { offersOf } from '../platform/offers.ts'
import { flag, optionalText } from '../platform/requests.ts'
import { understandWhole } from '../platform/whole-requests.ts'
import { nonceAnswer } from '../vault/nonce-answer.ts'
import { addNonce } from '../vault/nonces.ts'

const SessionRequest = z.object({
  ...besides,
  apple_pay_web_session: z
    .object({
      validation_url: optionalText,
      domain_name: optionalText,
      merchant_identifier: optionalText,
      display_name: optionalText,
    })
    .default({}),
})

/** Validates the merchant for Apple Pay (Braintree's apple_pay_web/sessions): gives Apple's session object. */
export function openAppleSession(gateway: Gateway, body: unknown) {
  if (!offersOf(gateway.merchant).apple_pay.enabled) refuse('83501', 'apple_pay')
  const session = understandWhole(SessionRequest, body).apple_pay_web_session
  if (!isApples(session.validation_url)) throw new Refused([], 'The validation URL must be one of Apple.')
  if (!session.domain_name) throw new Refused([], 'The domain name is required.')
  const now = Date.now()
  return {
    epochTimestamp: now,
    expiresAt: now + 3_600_000,
    merchantSessionIdentifier: randomUUID(),
    nonce: newId(8),
    merchantIdentifier: sha256(session.merchant_identifier ?? gateway.merchant.id),
    domainName: session.domain_name,
    displayName: session.display_name ?? gateway.merchant.id,
    signature: sha256(`${gateway.secrets.hashKey}${now}`),
  }
}

function isApples(address = ''): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && hostname.endsWith('.apple.com')
}

const AppleRequest = z.object({
  ...besides,
  apple_payment_token: z
    .object({
      payment_data: optionalText,
      payment_method: z
        .object({
          display_name: optionalText,
          network: optionalText,
          type: optionalText,
          payment_pass: z.unknown().optional(),
          billing_contact: z.unknown().optional(),
        })
        .nullish(),
      transaction_identifier: optionalText,
    })
    .default({}),
})

/**
 * Turns a payment of Apple Pay into a nonce (Braintree's payment_methods/apple_payment_tokens). What Apple encrypted
 * only the real gateway can read: the sandbox takes the test card of the network that the token names.
 */
export async function tokenizeApplePay(gateway: Gateway, caller: Caller, body: unknown) {
  const offer = offersOf(gateway.merchant).apple_pay
  if (!offer.enabled) refuse('83501', 'apple_pay')
  const token = understandWhole(AppleRequest, body).apple_payment_token
  if (!isEncodedJson(token.payment_data)) return refuse('83520', 'apple_pay')
  const { network = '', display_name } = token.payment_method ?? {}
  const card = walletCard(gateway, network, offer.networks) ?? refuse('83518', 'apple_pay')
  const means: Means = {
    kind: 'apple_pay_card',
    card,
    sourceDescription: display_name ?? `${card.brand} ${card.last4}`,
    isDeviceToken: true,
  }
  return { applePayCards: [await addWalletNonce(gateway, caller, means)] }
}

function isEncodedJson(encoded: string | undefined): boolean {
  if (!encoded) return false
  try {
    return typeof JSON.parse(Buffer.from(encoded, 'base64').toString()) === 'object'
  } catch {
    return false // The token is the page's: whatever it holds is no fault of ours.
  }
}

const GoogleRequest = z.object({
  ...besides,
  android_pay_card: z
    .object({ card_network: optionalText, last_four: optionalText, is_network_tokenized: flag })
    .default({ is_network_tokenized: false }),
})

/**
 * What Google's servers do when a shopper has chosen a card, with the Google authorization of the configuration or
 * the page's own: gives the content of the token that Google hands to the page.
 */
export async function tokenizeGooglePay(gateway: Gateway, caller: Caller, body: unknown) {
  const {
    card_network = '',
    last_four,
    is_network_tokenized,
  } = understandWhole(GoogleRequest, body).android_pay_card
  const offer = offersOf(gateway.merchant).google_pay
  if (!offer.enabled) refuse('83708', 'google_pay')
  const card = walletCard(gateway, card_network, offer.networks)
  if (!card) throw new Refused([], 'Card network is not accepted.')
  const means: Means = {
    kind: 'android_pay_card',
    card,
    source: { brand: card.brand, last4: last_four ?? card.last4 },
    googleTransactionId: newId(24),
    isNetworkTokenized: is_network_tokenized,
  }
  return { androidPayCards: [await addWalletNonce(gateway, caller, means)] }
}

async function addWalletNonce(gateway: Gateway, caller: Caller, means: Means) {
  const customerId = customerOf(caller) ?? null
  const nonce = await addNonce(gateway, { means, cvvCode: 'I', customerId, token: null })
  return nonceAnswer(nonce, { means }, false)
}

const networkCards: Record<string, string> = {
  visa: '4111111111111111',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  discover: '6011111111111117',
}

/** The test card of a network; undefined when the merchant does not take it. */
function walletCard(gateway: Gateway, network: string, taken: string[]): Card | undefined {
  const number = taken.includes(network.toLowerCase()) ? networkCards[network.toLowerCase()] : undefined
  if (!number) return undefined
  const expiration_date = `12/${new Date().getFullYear() + 3}`
  const read = readCard({ number, expiration_date }, gateway.secrets.hashKey)
  return 'card' in read ? read.card : undefined
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex').toUpperCase()
}
