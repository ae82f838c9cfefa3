import { reportModule } from '../../../gateway/analytics.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import type { PaymentMethod } from '../../../payment-methods/payment-method.ts'
import { applePayError, validationError } from './failures.ts'

export type ApplePayToken = { paymentData: object; [part: string]: unknown }

type Validation = {
  validationURL: string
  displayName?: string | undefined
  merchantIdentifier?: string | undefined
  domainName?: string | undefined
}

export type ApplePay = {
  merchantIdentifier: string
  /** Adds the merchant's data to a request. */
  createPaymentRequest: (request?: object) => object
  performValidation: (validation: Validation) => Promise<unknown>
  tokenize: (payment: { token: ApplePayToken }) => Promise<PaymentMethod>
}

type Dependencies = { gateway: Gateway; post: (endpoint: string, data: object) => Promise<unknown> }

export function openApplePay({ gateway, post }: Dependencies): ApplePay {
  const { applePayWeb } = gateway.configuration
  if (!applePayWeb) throw applePayError('APPLE_PAY_NOT_ENABLED')
  const { countryCode, currencyCode, merchantIdentifier, supportedNetworks } = applePayWeb
  const { merchantCapabilities = ['supports3DS'] } = applePayWeb
  const track = (kind: string) => reportModule(gateway, `applepay.${kind}`)
  const meta = { ...gateway.meta, source: 'apple-pay' }
  track('initialized')

  return {
    merchantIdentifier,
    createPaymentRequest: (request = {}) => ({
      countryCode,
      currencyCode,
      merchantCapabilities,
      supportedNetworks: supportedNetworks.map(inApplesSpelling),
      ...request,
    }),
    async performValidation(validation) {
      if (!validation?.validationURL) throw applePayError('APPLE_PAY_VALIDATION_URL_REQUIRED')
      const applePayWebSession = {
        validationUrl: validation.validationURL,
        domainName: validation.domainName ?? window.location.hostname,
        merchantIdentifier: validation.merchantIdentifier ?? merchantIdentifier,
        ...(validation.displayName && { displayName: validation.displayName }),
      }
      try {
        const session = await post('apple_pay_web/sessions', { _meta: meta, applePayWebSession })
        track('performValidation.succeeded')
        return session
      } catch (problem) {
        track('performValidation.failed')
        throw validationError(problem)
      }
    },
    async tokenize(payment) {
      if (!payment?.token) throw applePayError('APPLE_PAY_PAYMENT_TOKEN_REQUIRED')
      const paymentData = btoa(JSON.stringify(payment.token.paymentData))
      const data = { _meta: meta, applePaymentToken: { ...payment.token, paymentData } }
      try {
        const card = cardIn(await post('payment_methods/apple_payment_tokens', data))
        track('tokenize.succeeded')
        return card
      } catch (problem) {
        track('tokenize.failed')
        throw applePayError('APPLE_PAY_TOKENIZATION', problem)
      }
    },
  }
}

const inApplesSpelling = (network: string) => (network === 'mastercard' ? 'masterCard' : network)

function cardIn(answer: unknown): PaymentMethod {
  const [card] = (answer as { applePayCards?: PaymentMethod[] }).applePayCards ?? []
  if (!card) throw new Error('The gateway gave no card.')
  const { nonce, type, description, details, binData } = card
  return {
    nonce,
    type,
    details,
    ...(description !== undefined && { description }),
    ...(binData && { binData }),
  }
}
