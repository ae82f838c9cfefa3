import { type Gateway, globalId } from '../platform/gateway.ts'
import type { XmlValue } from '../platform/http/xml.ts'
import type { Card } from './cards.ts'
import type { ApplePay, GooglePay, Means, PayPal, Venmo } from './means.ts'

/** Under the element name that transactions have for the kind; PayPal tells more of each. */
export function meansInTransaction(
  gateway: Gateway,
  means: Means,
  token: string | null,
  payPalMembers: { [member: string]: XmlValue },
): { [element: string]: XmlValue } {
  const vaulted = {
    token,
    globalId: token && methodGlobalId(means, token),
    imageUrl: imageUrl(gateway, means),
  }
  switch (means.kind) {
    case 'credit_card':
      return { creditCard: { ...vaulted, ...cardAnswer(means.card) } }
    case 'apple_pay_card':
      return { applePay: { ...vaulted, ...applePayAnswer(means) } }
    case 'android_pay_card':
      return { androidPayCard: { ...vaulted, ...googlePayAnswer(means) } }
    case 'paypal_account':
      return { paypal: { ...vaulted, ...payPalInTransaction(means), ...payPalMembers } }
    case 'venmo_account':
      return { venmoAccount: { ...vaulted, ...venmoAnswer(means) } }
    case 'unknown':
      return {}
    default:
      return means satisfies never
  }
}

export function meansAnswer(means: Means): { [member: string]: XmlValue } {
  switch (means.kind) {
    case 'credit_card':
      // As CreditCard.find of the SDKs' specs: true for a network token, which the sandbox does not have.
      return { ...cardAnswer(means.card), isNetworkTokenized: false }
    case 'apple_pay_card':
      return applePayAnswer(means)
    case 'android_pay_card':
      return googlePayAnswer(means)
    case 'paypal_account':
      return payPalAnswer(means)
    case 'venmo_account':
      return venmoAnswer(means)
    case 'unknown':
      return {}
    default:
      return means satisfies never
  }
}

const globalKinds = {
  credit_card: 'cc',
  apple_pay_card: 'apple',
  android_pay_card: 'google',
  paypal_account: 'paypal',
  venmo_account: 'venmo',
  unknown: 'unknown',
}

export function methodGlobalId(means: Means, token: string): string {
  return globalId(`paymentmethod_${globalKinds[means.kind]}`, token)
}

export function imageUrl(gateway: Gateway, means: Means): string {
  const brand = means.kind === 'credit_card' ? means.card.brand : means.kind
  const name = brand.toLowerCase().replaceAll(' ', '_')
  return `${gateway.settings.origin}/payment_method_logo/${name}.png?environment=sandbox`
}

export function cardAnswer(card: Card) {
  return {
    bin: card.bin,
    last_4: card.last4,
    cardType: card.brand,
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
    cardholderName: card.cardholderName ?? null,
    customerLocation: 'US',
    uniqueNumberIdentifier: card.numberHash,
    ...card.indicators,
  }
}

function applePayAnswer({ card, sourceDescription, isDeviceToken, merchantTokenIdentifier }: ApplePay) {
  return {
    ...cardAnswer(card),
    cardType: `Apple Pay - ${card.brand}`,
    paymentInstrumentName: sourceDescription,
    sourceDescription,
    isDeviceToken,
    merchantTokenIdentifier: merchantTokenIdentifier ?? null,
  }
}

function googlePayAnswer({ card, source, googleTransactionId, isNetworkTokenized }: GooglePay) {
  return {
    ...cardAnswer(card),
    virtualCardType: card.brand,
    virtualCardLast_4: card.last4,
    sourceCardType: source.brand,
    sourceCardLast_4: source.last4,
    sourceDescription: `${source.brand} ${source.last4}`,
    googleTransactionId,
    isNetworkTokenized,
  }
}

function payPalAnswer({ email, billingAgreementId, payerId }: PayPal) {
  return { email, payerId, billingAgreementId: billingAgreementId ?? null }
}

function payPalInTransaction({ email, payerId, payerInfo }: PayPal) {
  return {
    payerEmail: email,
    payerId,
    payerFirstName: payerInfo.firstName ?? null,
    payerLastName: payerInfo.lastName ?? null,
    payerStatus: 'VERIFIED',
  }
}

function venmoAnswer({ username, venmoUserId }: Venmo) {
  return { username, venmoUserId, sourceDescription: `Venmo Account: ${username}` }
}
