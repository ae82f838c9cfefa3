import { reportPart } from '../../../gateway/analytics.ts'
import type { GooglePayConfiguration } from '../../../gateway/configuration.ts'
import { type Gateway, sdkVersion } from '../../../gateway/gateway.ts'
import type { PaymentMethod } from '../../../payment-methods/payment-method.ts'
import { googlePaymentError } from './failures.ts'
import { environmentOf } from './google-script.ts'

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
type Means = { gateway: Gateway; version?: number | undefined; merchantId?: string | undefined }

export function openGooglePayment({ gateway, version = 1, merchantId }: Means): GooglePayment {
  const { androidPay } = gateway.configuration
  if (!androidPay) throw googlePaymentError('GOOGLE_PAYMENT_NOT_ENABLED')
  if (version !== 1 && version !== 2) throw googlePaymentError('GOOGLE_PAYMENT_UNSUPPORTED_VERSION')
  const tell = (kind: string) => reportPart(gateway, `google-payment.${kind}`)
  const requestOf = version === 1 ? firstVersion : secondVersion

  return {
    createPaymentDataRequest(request = {}) {
      tell(`v${version}.createPaymentDataRequest`)
      return requestOf(gateway, androidPay, request, merchantId)
    },
    async parseResponse(payment) {
      try {
        const method = methodIn(payment)
        tell('parseResponse.succeeded')
        tell(`parseResponse.succeeded.${method.type === 'PayPalAccount' ? 'paypal' : 'google-payment'}`)
        return method
      } catch (problem) {
        tell('parseResponse.failed')
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
    ...parametersOf(gateway),
    ...authorizationOf(googlePay),
    ...(authorization.kind === 'tokenization-key' && { 'braintree:clientKey': authorization.key }),
  }
  return {
    apiVersion: 1,
    environment: environmentOf(gateway.configuration),
    ...(merchantId && { merchantId }),
    allowedPaymentMethods: ['CARD', 'TOKENIZED_CARD'],
    ...request,
    paymentMethodTokenizationParameters: { tokenizationType: 'PAYMENT_GATEWAY', parameters },
    cardRequirements: { allowedCardNetworks: networksOf(googlePay), ...request.cardRequirements },
  }
}

type Method = { type?: string; parameters?: object; tokenizationSpecification?: object }

function secondVersion(
  gateway: Gateway,
  googlePay: GooglePayConfiguration,
  request: GoogleRequest,
  merchantId?: string,
) {
  const known = methodsOf(gateway, googlePay)
  const asked = (request.allowedPaymentMethods ?? known) as Method[]
  return {
    apiVersion: 2,
    apiVersionMinor: 0,
    environment: environmentOf(gateway.configuration),
    ...request,
    ...(merchantId && { merchantInfo: { merchantId, ...request.merchantInfo } }),
    allowedPaymentMethods: asked.map((method) => {
      const own = known.find(({ type }) => type === method.type)
      return { ...own, ...method, parameters: { ...own?.parameters, ...method.parameters } }
    }),
  }
}

/** Cards, and PayPal if the merchant has it in Google Pay. */
function methodsOf(gateway: Gateway, googlePay: GooglePayConfiguration) {
  const { paypalClientId } = googlePay
  const specified = (more: object) => ({
    type: 'PAYMENT_GATEWAY',
    parameters: { ...parametersOf(gateway), ...more },
  })
  const cards = {
    type: 'CARD',
    parameters: {
      allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
      allowedCardNetworks: networksOf(googlePay),
    },
    tokenizationSpecification: specified(authorizationOf(googlePay)),
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

const networksOf = ({ supportedNetworks }: GooglePayConfiguration) =>
  supportedNetworks.map((network) => network.toUpperCase())

/** With these Google tokenizes at the gateway. */
function parametersOf({ configuration, meta }: Gateway) {
  const { source, integration, sessionId, platform } = meta
  return {
    gateway: 'braintree',
    'braintree:merchantId': configuration.merchantId,
    'braintree:apiVersion': 'v1',
    'braintree:sdkVersion': sdkVersion,
    'braintree:metadata': JSON.stringify({ source, integration, sessionId, version: sdkVersion, platform }),
  }
}

const authorizationOf = ({ googleAuthorizationFingerprint }: GooglePayConfiguration) => ({
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
