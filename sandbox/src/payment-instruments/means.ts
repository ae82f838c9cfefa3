import type { Card } from './cards.ts'
import type { Conduct } from './test-numbers.ts'

/** A card, or one of the other kinds of payment method. */
export type Means =
  | { kind: 'credit_card'; card: Card }
  | ApplePay
  | GooglePay
  | PayPal
  | Venmo
  | { kind: 'unknown'; conduct?: Conduct; isCvvAlone?: true }
export type MeansKind = Means['kind']

/** A card in an Apple Pay wallet; `card` is the device's own number, or the merchant's. */
export type ApplePay = {
  kind: 'apple_pay_card'
  card: Card
  /** For example "Visa 8886". */
  sourceDescription: string
  isDeviceToken: boolean
  merchantTokenIdentifier?: string
}

/** A card in a Google Pay wallet; `card` is the number given out, `source` the card behind it. */
export type GooglePay = {
  kind: 'android_pay_card'
  card: Card
  source: { brand: string; last4: string }
  googleTransactionId: string
  isNetworkTokenized: boolean
}

export type PayPal = {
  kind: 'paypal_account'
  email: string
  payerId: string
  payerInfo: PayerInfo
  /** Without it, the account pays once. */
  billingAgreementId?: string
  creditFinancingOffered?: Terms
  conduct?: Conduct
}
type PayerInfo = {
  email?: string
  firstName?: string
  lastName?: string
  payerId?: string
  countryCode?: string
  phone?: string
  billingAddress?: Place
  shippingAddress?: Place & { recipientName?: string; phone?: string }
}
type Place = {
  line1?: string
  line2?: string
  city?: string
  state?: string
  postalCode?: string
  countryCode?: string
}
type Money = { value: string; currency: string }
type Terms = {
  cartAmountImmutable: boolean
  payerAcceptance: boolean
  term: number
  monthlyPayment: Money
  totalCost: Money
  totalInterest: Money
}

export type Venmo = {
  kind: 'venmo_account'
  username: string
  venmoUserId: string
  lastTwo?: string
  conduct?: Conduct
}

/** Accounts have none. */
export function cardFor(means: Means): Card | undefined {
  return 'card' in means ? means.card : undefined
}

/** Independent of the amount. */
export function conductFor(means: Means): Conduct | undefined {
  return 'card' in means ? means.card.conduct : means.conduct
}

/** A CVV that came without its card: it pays with a vaulted one, and never by itself. */
export const isCvvAlone = (means: Means) => means.kind === 'unknown' && means.isCvvAlone === true

export function describeMeans(means: Means): string {
  switch (means.kind) {
    case 'credit_card':
      return `${means.card.brand} ${means.card.last4}`
    case 'apple_pay_card':
      return `Apple Pay ${means.sourceDescription}`
    case 'android_pay_card':
      return `Google Pay ${means.source.brand} ${means.source.last4}`
    case 'paypal_account':
      return `PayPal ${means.email}`
    case 'venmo_account':
      return `Venmo ${means.username}`
    case 'unknown':
      return 'Unknown payment method'
    default:
      return means satisfies never
  }
}
