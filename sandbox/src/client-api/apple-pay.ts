import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { authorizationMembers, type Caller } from '../merchant-access/authorization.ts'
import type { Means } from '../payment-instruments/means.ts'
import { Refused, refuse } from '../platform/errors.ts'
import { type Gateway, newId, type Sandbox } from '../platform/gateway.ts'
import { optionalText, parseRequest, text } from '../platform/http/requests.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import { parseOffers } from '../platform/offers.ts'
import { appleMerchantId } from './configuration.ts'
import { addWalletNonce, cardInWallet, walletCards } from './wallet-cards.ts'

const SessionRequest = z.object({
  ...authorizationMembers,
  apple_pay_web_session: z
    .object({
      validation_url: optionalText,
      domain_name: optionalText,
      merchant_identifier: optionalText,
      display_name: optionalText,
    })
    .default({}),
})

/** Braintree's apple_pay_web/sessions: gives Apple's session object. */
export function openAppleSession(gateway: Gateway, body: unknown) {
  const offer = parseOffers(gateway.merchant).apple_pay
  if (!offer.enabled) refuse('83501', 'apple_pay')
  const session = parseStrictly(SessionRequest, body).apple_pay_web_session
  const { domain_name: domain = '', merchant_identifier: merchant } = session
  if (!isApples(session.validation_url)) throw new Refused([], 'The validation URL must be one of Apple.')
  if (!isHost(domain)) throw new Refused([], 'The domain name must be that of the page.')
  if (offer.domains && !offer.domains.includes(domain))
    throw new Refused([], `The domain ${domain} is not registered for Apple Pay.`)
  if (merchant !== appleMerchantId(gateway))
    throw new Refused([], 'The merchant identifier must be that of the configuration.')
  const now = Date.now()
  const merchantSession = {
    epochTimestamp: now,
    expiresAt: now + 3_600_000,
    merchantSessionIdentifier: randomUUID(),
    nonce: newId(8),
    merchantIdentifier: sha256(merchant),
    domainName: domain,
    displayName: session.display_name ?? gateway.merchant.id,
  }
  return { ...merchantSession, signature: signSession(gateway, signedContent(merchantSession)) }
}

function isApples(address = ''): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && hostname.endsWith('.apple.com')
}

const isHost = (name: string) =>
  URL.canParse(`https://${name}`) && new URL(`https://${name}`).hostname === name

const Approval = z.object({
  card: text,
  session: z.object({
    merchantSessionIdentifier: z.string(),
    merchantIdentifier: z.string(),
    domainName: z.string(),
    expiresAt: z.number(),
    signature: z.string(),
  }),
})

/** The device's token for an approved payment, readable by the merchant's gateway alone. */
export function approveApplePay({ secrets }: Pick<Sandbox, 'secrets'>, body: unknown) {
  const { card: number, session } = parseRequest(Approval, body)
  if (
    session.signature !== signSession({ secrets }, signedContent(session)) ||
    session.expiresAt < Date.now()
  )
    throw new Refused([], 'The merchant session is none of the gateway.')
  const card = walletCards.find((known) => known.number === number)
  if (!card) throw new Refused([], 'There is no such card in the wallet.')
  const hidden = { number, merchant: session.merchantIdentifier, transactionId: newId(32) }
  const data = Buffer.from(JSON.stringify(hidden)).toString('base64')
  const { transactionId } = hidden
  return {
    paymentData: {
      version: 'EC_v1',
      data,
      signature: card.isRefused ? 'unreadable' : signSession({ secrets }, data),
      header: { ephemeralPublicKey: newId(24), publicKeyHash: sha256(data), transactionId },
    },
    paymentMethod: { displayName: card.name, network: networkNames[card.network], type: 'credit' },
    transactionIdentifier: transactionId,
  }
}

const networkNames: Record<string, string> = { visa: 'Visa', mastercard: 'MasterCard', amex: 'AmEx' }

const AppleRequest = z.object({
  ...authorizationMembers,
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

/** Braintree's payment_methods/apple_payment_tokens. */
export async function tokenizeApplePay(gateway: Gateway, caller: Caller, body: unknown) {
  const offer = parseOffers(gateway.merchant).apple_pay
  if (!offer.enabled) refuse('83501', 'apple_pay')
  const token = parseStrictly(AppleRequest, body).apple_payment_token
  const hidden = readToken(gateway, token.payment_data) ?? refuse('83520', 'apple_pay')
  const known = walletCards.find(({ number }) => number === hidden.number)
  const isTaken = offer.networks.some((network) => network === known?.network)
  const card = (isTaken && cardInWallet(gateway, hidden.number)) || refuse('83518', 'apple_pay')
  const means: Means = {
    kind: 'apple_pay_card',
    card,
    sourceDescription: `${card.brand} ${card.last4}`,
    isDeviceToken: true,
  }
  const nonce = await addWalletNonce(gateway, caller, means)
  return { applePayCards: [nonce] }
}

const PaymentData = z.object({ data: z.string(), signature: z.string() })
const Hidden = z.object({ number: z.string(), merchant: z.string() })

/** Undefined for an invalid token, or one of another merchant. */
function readToken(gateway: Gateway, encoded = '') {
  const parsed = PaymentData.safeParse(fromBase64(encoded)).data
  if (!parsed || !isSame(parsed.signature, signSession(gateway, parsed.data))) return undefined
  const hidden = Hidden.safeParse(fromBase64(parsed.data)).data
  return hidden?.merchant === sha256(appleMerchantId(gateway)) ? hidden : undefined
}

function fromBase64(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64').toString())
  } catch {
    return undefined // Tokens come from the page and may hold anything.
  }
}

type Session = z.infer<typeof Approval>['session']

const signedContent = ({
  merchantSessionIdentifier,
  merchantIdentifier,
  domainName,
  expiresAt,
}: Omit<Session, 'signature'>) =>
  [merchantSessionIdentifier, merchantIdentifier, domainName, expiresAt].join(' ')

const signSession = ({ secrets }: Pick<Sandbox, 'secrets'>, text: string) =>
  createHmac('sha256', secrets.hashKey).update(`apple-pay ${text}`).digest('hex')

const isSame = (received: string, expected: string) =>
  received.length === expected.length && timingSafeEqual(Buffer.from(received), Buffer.from(expected))

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex').toUpperCase()
}
