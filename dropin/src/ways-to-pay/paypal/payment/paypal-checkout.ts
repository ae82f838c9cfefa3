import { reportModule } from '../../../gateway/analytics.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import type { PaymentMethod } from '../../../payment-methods/payment-method.ts'
import { gatewayFailure, payPalError } from './failures.ts'
import { type Approval, accountBody, endpoints, type PaymentOptions, paymentBody } from './payment.ts'

export type PayPalAccount = PaymentMethod & {
  creditFinancingOffered?: object
  shippingOptionId?: string
  cobrandedCardLabel?: string
}

export type PayPalCheckout = {
  /** Resolves with the token for PayPal's script. */
  createPayment: (options: PaymentOptions) => Promise<string>
  tokenizePayment: (approval: Approval) => Promise<PayPalAccount>
}

export type Dependencies = {
  gateway: Gateway
  post: (endpoint: string, data: object) => Promise<unknown>
  merchantAccountId?: string
}

export function openPayPalCheckout({ gateway, post, merchantAccountId }: Dependencies): PayPalCheckout {
  const { paypal, paypalEnabled } = gateway.configuration
  // Another merchant account may have PayPal.
  if (!merchantAccountId && !paypalEnabled) throw payPalError('PAYPAL_NOT_ENABLED')
  if (!merchantAccountId && paypal?.environmentNoNetwork)
    throw payPalError('PAYPAL_SANDBOX_ACCOUNT_NOT_LINKED')
  const track = (kind: string) => reportModule(gateway, `paypal-checkout.${kind}`)
  const shop = { name: paypal?.displayName ?? null, ...(merchantAccountId && { merchantAccountId }) }
  let last: PaymentOptions | undefined
  track('initialized')

  return {
    async createPayment(options) {
      if (!Object.hasOwn(endpoints, options?.flow)) throw payPalError('PAYPAL_FLOW_OPTION_REQUIRED')
      track('createPayment')
      if (options.offerCredit === true) track('credit.offered')
      last = undefined
      try {
        const answer = await post(endpoints[options.flow], paymentBody(options, shop))
        last = options
        return tokenIn(answer)
      } catch (problem) {
        throw gatewayFailure(problem, 'PAYPAL_FLOW_FAILED')
      }
    },
    async tokenizePayment(approval) {
      track('tokenization.started')
      const payment = { intent: last?.intent, riskCorrelationId: last?.riskCorrelationId }
      const isKey = gateway.authorization.kind === 'tokenization-key'
      const unvettedMerchant = paypal?.unvettedMerchant ?? false
      const paypalAccount = accountBody(approval, payment, { isKey, unvettedMerchant })
      const data = { paypalAccount, ...(merchantAccountId && { merchantAccountId }) }
      try {
        const account = accountIn(await post('payment_methods/paypal_accounts', data))
        track('tokenization.success')
        if (account.creditFinancingOffered) track('credit.accepted')
        return account
      } catch (problem) {
        track('tokenization.failed')
        throw payPalError('PAYPAL_ACCOUNT_TOKENIZATION_FAILED', problem)
      }
    },
  }
}

type CreatedPayment = { paymentResource?: { redirectUrl: string }; agreementSetup?: { tokenId: string } }

/** From the approval page's address. */
function tokenIn(answer: unknown) {
  const { paymentResource, agreementSetup } = answer as CreatedPayment
  if (agreementSetup) return agreementSetup.tokenId
  const token = new URL(paymentResource?.redirectUrl ?? '').searchParams.get('token')
  if (!token) throw new Error('The gateway gave no token of the payment.')
  return token
}

type AccountFields = Omit<PayPalAccount, 'nonce' | 'type' | 'details'> & {
  payerInfo?: Record<string, unknown>
}

function accountIn(answer: unknown): PayPalAccount {
  const [account] = (answer as { paypalAccounts: { nonce: string; type: string; details?: AccountFields }[] })
    .paypalAccounts
  if (!account) throw new Error('The gateway gave no PayPal account.')
  const { nonce, type, details = {} } = account
  const { payerInfo = {}, creditFinancingOffered, shippingOptionId, cobrandedCardLabel } = details
  return {
    nonce,
    type,
    details: payerInfo,
    ...(creditFinancingOffered && { creditFinancingOffered }),
    ...(shippingOptionId && { shippingOptionId }),
    ...(cobrandedCardLabel && { cobrandedCardLabel }),
  }
}
