import { reportModule } from '../../../gateway/analytics.ts'
import type { GooglePayConfiguration } from '../../../gateway/configuration.ts'
import { type Gateway, sdkVersion } from '../../../gateway/gateway.ts'
import type { PaymentMethod } from '../../../payment-methods/payment-method.ts'
import { googlePaymentError } from './failures.ts'
import { googleEnvironment } from './google-script.ts'

/** Google's payment data, in both versions. */
export type GooglePaymentData = {
  paymentMethodToken?: { token: string }
  paymentMethodData?: { tokenizationData: { token: string } }
}

export type GooglePayment = {
  /** Adds the merchant's data to a request. */
  createPaymentDataRequest: (request?: GoogleRequest) => object
  parseResponse: (payment: GooglePaymentData) => Promise<PaymentMethod>
}

export type GoogleRequest = {
  allowedPaymentMethods?: unknown[]
  cardRequirements?: object
  merchantInfo?: object
  [member: string]: unknown
}
type Dependencies = { gateway: Gateway; version?: number | undefined; merchantId?: string | undefined }

export function openGooglePayment({ gateway, version = 1, merchantId }: Dependencies): GooglePayment {
  const { androidPay } = gateway.configuration
  if (!androidPay) throw googlePaymentError('GOOGLE_PAYMENT_NOT_ENABLED')
  if (version !== 1 && version !== 2) throw googlePaymentError('GOOGLE_PAYMENT_UNSUPPORTED_VERSION')
  const track = (kind: string) => reportModule(gateway, `google-payment.${kind}`)
  const completeRequest = version === 1 ? firstVersion : secondVersion

  return {
    createPaymentDataRequest(request = {}) {
      track(`v${version}.createPaymentDataRequest`)
      return completeRequest(gateway, androidPay, request, merchantId)
    },
    async parseResponse(payment) {
      try {
        const method = methodIn(payment)
        track('parseResponse.succeeded')
        track(`parseResponse.succeeded.${method.type === 'PayPalAccount' ? 'paypal' : 'google-payment'}`)
        return method
      } catch (problem) {
        track('parseResponse.failed')
        throw googlePaymentError('GOOGLE_PAYMENT_GATEWAY_ERROR', problem)
      }
    },
  }
}

function firstVersion(
  gateway: Gateway,
  googlePay: GooglePayConfiguration,
  request: GoogleRequest,
  merchantId?: string,
) {
  const { authorization } = gateway
  const parameters = {
    ...tokenizationParameters(gateway),
    ...authorizationParameters(googlePay),
    ...(authorization.kind === 'tokenization-key' && { 'braintree:clientKey': authorization.key }),
  }
  return {
    apiVersion: 1,
    environment: googleEnvironment(gateway.configuration),
    ...(merchantId && { merchantId }),
    allowedPaymentMethods: ['CARD', 'TOKENIZED_CARD'],
    ...request,
    paymentMethodTokenizationParameters: { tokenizationType: 'PAYMENT_GATEWAY', parameters },
    cardRequirements: { allowedCardNetworks: cardNetworks(googlePay), ...request.cardRequirements },
  }
}

type Method = { type?: string; parameters?: object; tokenizationSpecification?: object }

function secondVersion(
  gateway: Gateway,
  googlePay: GooglePayConfiguration,
  request: GoogleRequest,
  merchantId?: string,
) {
  const known = allowedMethods(gateway, googlePay)
  const requested = (request.allowedPaymentMethods ?? known) as Method[]
  return {
    apiVersion: 2,
    apiVersionMinor: 0,
    environment: googleEnvironment(gateway.configuration),
    ...request,
    ...(merchantId && { merchantInfo: { merchantId, ...request.merchantInfo } }),
    allowedPaymentMethods: requested.map((method) => {
      const defaults = known.find(({ type }) => type === method.type)
      return { ...defaults, ...method, parameters: { ...defaults?.parameters, ...method.parameters } }
    }),
  }
}

/** Cards, and PayPal if the merchant has it in Google Pay. */
function allowedMethods(gateway: Gateway, googlePay: GooglePayConfiguration) {
  const { paypalClientId } = googlePay
  const specified = (more: object) => ({
    type: 'PAYMENT_GATEWAY',
    parameters: { ...tokenizationParameters(gateway), ...more },
  })
  const cards = {
    type: 'CARD',
    parameters: {
      allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
      allowedCardNetworks: cardNetworks(googlePay),
    },
    tokenizationSpecification: specified(authorizationParameters(googlePay)),
  }
  if (!paypalClientId) return [cards]
  const unit = { payee: { client_id: paypalClientId }, recurring_payment: true }
  const payPal = {
    type: 'PAYPAL',
    parameters: { purchase_context: { purchase_units: [unit] } },
    tokenizationSpecification: specified({ 'braintree:paypalClientId': paypalClientId }),
  }
  return [cards, payPal]
}

const cardNetworks = ({ supportedNetworks }: GooglePayConfiguration) =>
  supportedNetworks.map((network) => network.toUpperCase())

/** With these Google tokenizes at the gateway. */
function tokenizationParameters({ configuration, meta }: Gateway) {
  const { source, integration, sessionId, platform } = meta
  return {
    gateway: 'braintree',
    'braintree:merchantId': configuration.merchantId,
    'braintree:apiVersion': 'v1',
    'braintree:sdkVersion': sdkVersion,
    'braintree:metadata': JSON.stringify({ source, integration, sessionId, version: sdkVersion, platform }),
  }
}

const authorizationParameters = ({ googleAuthorizationFingerprint }: GooglePayConfiguration) => ({
  'braintree:authorizationFingerprint': googleAuthorizationFingerprint,
})

type Token = { androidPayCards?: PaymentMethod[]; paypalAccounts?: PaymentMethod[]; error?: unknown }

/** The token is the gateway's answer to Google: a card, a PayPal account, or an error. */
function methodIn({ paymentMethodToken, paymentMethodData }: GooglePaymentData): PaymentMethod {
  const text = paymentMethodData?.tokenizationData.token ?? paymentMethodToken?.token ?? ''
  const { androidPayCards, paypalAccounts, error }: Token = JSON.parse(text)
  if (error) throw error
  const [found] = androidPayCards ?? paypalAccounts ?? []
  if (!found) throw new Error('The gateway gave no card.')
  const { nonce, type, description, details = {}, binData } = found
  const { bin, cardType, isNetworkTokenized, lastFour, lastTwo } = details
  return {
    nonce,
    type,
    details: androidPayCards ? { bin, cardType, isNetworkTokenized, lastFour, lastTwo } : details,
    ...(description !== undefined && { description }),
    ...(binData && { binData }),
  }
}
