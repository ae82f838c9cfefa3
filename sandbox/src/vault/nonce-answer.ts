import { brandCode, type Card } from '../payment-instruments/cards.ts'
import { cardFor, type Means, type MeansKind } from '../payment-instruments/means.ts'
import { type ThreeDSecure, threeDSecureAnswer } from '../payment-instruments/three-d-secure.ts'
import type { XmlValue } from '../platform/http/xml.ts'

const types: Record<MeansKind, string> = {
  credit_card: 'CreditCard',
  apple_pay_card: 'ApplePayCard',
  android_pay_card: 'AndroidPayCard',
  paypal_account: 'PayPalAccount',
  venmo_account: 'VenmoAccount',
  unknown: 'UnknownPaymentMethod',
}

/** Braintree's PaymentMethodNonce. */
export function nonceAnswer(
  id: string,
  instrument: { means: Means; threeDSecure?: ThreeDSecure | null },
  consumed: boolean,
) {
  const { means, threeDSecure } = instrument
  const card = cardFor(means)
  return {
    type: types[means.kind],
    nonce: id,
    description: describeNonce(means),
    default: false,
    consumed,
    details: nonceDetails(means),
    binData: card && binData(card),
    threeDSecureInfo: threeDSecureAnswer(threeDSecure),
  }
}

function describeNonce(means: Means): string {
  switch (means.kind) {
    case 'credit_card':
      return `ending in ${means.card.last4.slice(-2)}`
    case 'apple_pay_card':
      return 'Apple Pay'
    case 'android_pay_card':
      return 'Android Pay'
    case 'paypal_account':
      return 'PayPal'
    case 'venmo_account':
      return 'VenmoAccount'
    case 'unknown':
      return 'Unknown'
    default:
      return means satisfies never
  }
}

function nonceDetails(means: Means): { [member: string]: XmlValue } {
  switch (means.kind) {
    case 'credit_card':
      return cardDetails(means.card)
    case 'apple_pay_card':
      return {
        ...cardDetails(means.card),
        dpanLastTwo: means.card.last4.slice(-2),
        paymentInstrumentName: means.sourceDescription,
        isDeviceToken: means.isDeviceToken,
      }
    case 'android_pay_card':
      return { ...cardDetails(means.card), isNetworkTokenized: means.isNetworkTokenized }
    case 'paypal_account':
      return {
        email: means.email,
        payerInfo: means.payerInfo,
        creditFinancingOffered: means.creditFinancingOffered,
      }
    case 'venmo_account':
      return { username: means.username, venmoUserId: means.venmoUserId, lastTwo: means.lastTwo ?? null }
    case 'unknown':
      return {}
    default:
      return means satisfies never
  }
}

function cardDetails(card: Card) {
  return {
    bin: card.bin,
    lastTwo: card.last4.slice(-2),
    lastFour: card.last4,
    cardType: clientBrand(card),
    cardholderName: card.cardholderName ?? null,
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
  }
}

/** Browser SDKs know no Diners Club: it is shown as Discover. */
export function clientBrand(card: Card): string {
  return brandCode(card.brand) === 'DINERS' ? 'Discover' : card.brand
}

/** The nine members of bin data that clients read. */
export function binData({ indicators }: Card) {
  const { prepaid, healthcare, debit, durbinRegulated, commercial, payroll } = indicators
  const { issuingBank, countryOfIssuance, productId } = indicators
  return {
    prepaid,
    healthcare,
    debit,
    durbinRegulated,
    commercial,
    payroll,
    issuingBank,
    countryOfIssuance,
    productId,
  }
}
