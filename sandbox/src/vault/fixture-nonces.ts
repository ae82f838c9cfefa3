import { threeDSecureInfo } from '../payment-instruments/authentication-proofs.ts'
import { type Card, readCard } from '../payment-instruments/cards.ts'
import type { Instrument } from '../payment-instruments/instrument.ts'
import type { Means, PayPal } from '../payment-instruments/means.ts'
import type { Conduct } from '../payment-instruments/test-numbers.ts'
import type { AuthenticationStatus } from '../platform/authentication-statuses.ts'
import type { Gateway } from '../platform/gateway.ts'

/** The means of a test nonce, and how its card was authenticated. */
type Fixture = {
  number?: string
  conduct?: Conduct
  means: (card: Card) => Means
  authenticated?: { status: AuthenticationStatus; version: string }
}

const aCard = (number: string, conduct?: Conduct): Fixture => ({
  number,
  conduct,
  means: (card) => ({ kind: 'credit_card', card }),
})
const authenticated = (
  status: AuthenticationStatus,
  number = '4000000000000002',
  version = '1.0.2',
): Fixture => ({
  ...aCard(number),
  authenticated: { status, version },
})
const applePay = (number: string, sourceDescription: string, merchantTokenIdentifier?: string): Fixture => ({
  number,
  means: (card) => ({
    kind: 'apple_pay_card',
    card: { ...card, cardholderName: `${card.brand} Apple Pay Cardholder` },
    sourceDescription,
    isDeviceToken: merchantTokenIdentifier === undefined,
    merchantTokenIdentifier,
  }),
})
const googlePay = (
  number: string,
  isNetworkTokenized: boolean,
  source?: { brand: string; last4: string },
): Fixture => ({
  number,
  means: (card) => ({
    kind: 'android_pay_card',
    card,
    source: source ?? { brand: card.brand, last4: card.last4 },
    googleTransactionId: 'google_transaction_id',
    isNetworkTokenized,
  }),
})

const payerInfo = {
  email: 'jane.doe@paypal.example',
  firstName: 'Jane',
  lastName: 'Doe',
  payerId: 'FAKEPAYERID01',
  countryCode: 'US',
}
const payer: PayPal = {
  kind: 'paypal_account',
  email: payerInfo.email,
  payerId: payerInfo.payerId,
  payerInfo,
}
const agreedPayer: PayPal = { ...payer, billingAgreementId: 'B-FAKE0AGREEMENT01' }
const venmo: Means = {
  kind: 'venmo_account',
  username: 'venmojoe',
  venmoUserId: '1234567891234567891',
  lastTwo: '99',
}

/** Reusable test nonces. */
export const fixtureNonces: Record<string, Fixture | 'consumed' | 'luhn_invalid'> = {
  'fake-valid-nonce': aCard('4012888888881881'),
  'fake-valid-visa-nonce': aCard('4012888888881881'),
  'fake-valid-amex-nonce': aCard('378282246310005'),
  'fake-valid-mastercard-nonce': aCard('5555555555554444'),
  'fake-valid-discover-nonce': aCard('6011111111111117'),
  'fake-valid-jcb-nonce': aCard('3530111333300000'),
  'fake-valid-maestro-nonce': aCard('6304000000000000'),
  'fake-valid-dinersclub-nonce': aCard('36259600000004'),
  'fake-valid-prepaid-nonce': aCard('4111111111111210'),
  'fake-valid-prepaid-reloadable-nonce': aCard('4229989900000002'),
  'fake-valid-business-nonce': aCard('4229989800000003'),
  'fake-valid-consumer-nonce': aCard('4229989700000004'),
  'fake-valid-corporate-nonce': aCard('4229989100000000'),
  'fake-valid-purchase-nonce': aCard('4229989500000006'),
  'fake-valid-commercial-nonce': aCard('4111111111131010'),
  'fake-valid-durbin-regulated-nonce': aCard('4111161010101010'),
  'fake-valid-healthcare-nonce': aCard('4111111510101010'),
  'fake-valid-debit-nonce': aCard('4117101010101010'),
  'fake-valid-payroll-nonce': aCard('4111111114101010'),
  'fake-valid-no-indicators-nonce': aCard('4111111111310101'),
  'fake-valid-unknown-indicators-nonce': aCard('4111111111112101'),
  'fake-valid-country-of-issuance-usa-nonce': aCard('4111111111121102'),
  'fake-valid-country-of-issuance-cad-nonce': aCard('4111111111121201'),
  'fake-valid-issuing-bank-network-only-nonce': aCard('4111111141010101'),
  'fake-pinless-debit-visa-nonce': aCard('4117101010101010'),
  'fake-processor-declined-visa-nonce': aCard('4000111111111115', 'declined'),
  'fake-processor-declined-mastercard-nonce': aCard('5105105105105100', 'declined'),
  'fake-processor-declined-amex-nonce': aCard('378734493671000', 'declined'),
  'fake-processor-declined-discover-nonce': aCard('6011000990139424', 'declined'),
  'fake-processor-failure-jcb-nonce': aCard('3530111333300000', 'processor_failure'),
  'fake-gateway-rejected-fraud-nonce': aCard('4000111111111511', 'fraud'),
  'fake-gateway-rejected-risk-thresholds-nonce': aCard('4111130000000003', 'risk_threshold'),
  'fake-three-d-secure-visa-full-authentication-nonce': authenticated('authenticate_successful'),
  'fake-three-d-secure-visa-lookup-timeout-nonce': authenticated('lookup_error'),
  'fake-three-d-secure-visa-failed-signature-nonce': authenticated(
    'authenticate_signature_verification_failed',
  ),
  'fake-three-d-secure-visa-failed-authentication-nonce': authenticated('authenticate_failed'),
  'fake-three-d-secure-visa-attempts-non-participating-nonce': authenticated(
    'authenticate_attempt_successful',
  ),
  'fake-three-d-secure-visa-not-enrolled-nonce': authenticated('lookup_not_enrolled'),
  'fake-three-d-secure-visa-unavailable-nonce': authenticated('authentication_unavailable'),
  'fake-three-d-secure-visa-mpi-lookup-error-nonce': authenticated('lookup_error'),
  'fake-three-d-secure-visa-mpi-authenticate-error-nonce': authenticated('authenticate_error'),
  'fake-three-d-secure-visa-authentication-unavailable-nonce': authenticated(
    'authenticate_unable_to_authenticate',
  ),
  'fake-three-d-secure-visa-bypassed-authentication-nonce': authenticated('authentication_bypassed'),
  'fake-three-d-secure-two-visa-successful-frictionless-authentication-nonce': authenticated(
    'authenticate_successful',
    '4000000000001000',
    '2.2.0',
  ),
  'fake-three-d-secure-two-visa-successful-step-up-authentication-nonce': authenticated(
    'authenticate_successful',
    '4000000000001091',
    '2.2.0',
  ),
  'fake-three-d-secure-two-visa-error-on-lookup-nonce': authenticated(
    'lookup_error',
    '4000000000001067',
    '2.2.0',
  ),
  'fake-three-d-secure-two-visa-timeout-on-lookup-nonce': authenticated(
    'lookup_failed_acs_error',
    '4000000000001075',
    '2.2.0',
  ),
  'fake-apple-pay-visa-nonce': applePay('4012888888881881', 'Visa 8886'),
  'fake-apple-pay-mastercard-nonce': applePay('5555555555554444', 'MasterCard 0017'),
  'fake-apple-pay-amex-nonce': applePay('378282246310005', 'AmEx 41002'),
  'fake-apple-pay-mpan-nonce': applePay('4012888888881881', 'Visa 2006', 'DNITHE0000FAKE0000000001'),
  'fake-android-pay-nonce': googlePay('6011111111111117', false, { brand: 'Visa', last4: '1111' }),
  'fake-android-pay-discover-nonce': googlePay('6011111111111117', false, { brand: 'Visa', last4: '1111' }),
  'fake-android-pay-visa-nonce': googlePay('4111111111111111', false),
  'fake-android-pay-mastercard-nonce': googlePay('5555555555554444', true),
  'fake-android-pay-amex-nonce': googlePay('378282246310005', true),
  'fake-paypal-one-time-nonce': { means: () => payer },
  'fake-google-pay-paypal-nonce': { means: () => payer },
  'fake-paypal-billing-agreement-nonce': { means: () => agreedPayer },
  'fake-paypal-future-nonce': { means: () => agreedPayer },
  'fake-paypal-future-refresh-token-nonce': { means: () => agreedPayer },
  'fake-venmo-account-nonce': { means: () => venmo },
  'fake-token-issuance-error-venmo-account-nonce': { means: () => ({ ...venmo, conduct: 'token_issuance' }) },
  'fake-abstract-transactable-nonce': { means: () => ({ kind: 'unknown' }) },
  'fake-consumed-nonce': 'consumed',
  'fake-luhn-invalid-nonce': 'luhn_invalid',
}

/** Cards expire in December three years ahead. */
export function fixtureInstrument(gateway: Gateway, fixture: Fixture): Instrument {
  const { number = '4012888888881881', conduct, means, authenticated } = fixture
  const expiration_date = `12/${new Date().getFullYear() + 3}`
  const read = readCard({ number, expiration_date }, gateway.secrets.hashKey)
  if (!('card' in read)) throw new Error(`${number} is no test card.`)
  const card = { ...read.card, conduct: conduct ?? read.card.conduct }
  const threeDSecure = authenticated && {
    ...threeDSecureInfo(`fake-${authenticated.status}`, authenticated.status, card.brand),
    threeDSecureVersion: authenticated.version,
  }
  return { means: means(card), cvvCode: 'I', threeDSecure, customerId: null, token: null }
}
