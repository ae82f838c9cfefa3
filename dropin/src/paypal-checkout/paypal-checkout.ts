import { reportPart } from '../gateway/analytics.ts'
import type { Client } from '../gateway/client.ts'
import type { PaymentMethod } from '../methods/payment-method.ts'
import { failureOf, payPalError } from './failures.ts'
import { type Approval, accountBody, endpoints, type PaymentOptions, paymentBody } from './payment.ts'

export type PayPalAccount = PaymentMethod & {
  creditFinancingOffered?: object
  shippingOptionId?: string
  cobrandedCardLabel?: string
}

/** Payments with PayPal, between PayPal's script and the gateway (Braintree's `paypal-checkout`). */
export type PayPalCheckout = {
  /** Asks the gateway for a payment or an agreement; gives the token that PayPal's script opens its window with. */
  createPayment: (options: PaymentOptions) => Promise<string>
  /** Turns what the payer approved into a nonce. */
  tokenizePayment: (approval: Approval) => Promise<PayPalAccount>
}

export function openPayPalCheckout(client: Client, merchantAccountId?: string): PayPalCheckout {
  const { gatewayConfiguration, authorizationType } = client.getConfiguration()
  const { paypal, paypalEnabled } = gatewayConfiguration
  // Another merchant account may have PayPal when the merchant's default has not.
  if (!merchantAccountId && !paypalEnabled) throw payPalError('PAYPAL_NOT_ENABLED')
  if (!merchantAccountId && paypal?.environmentNoNetwork)
    throw payPalError('PAYPAL_SANDBOX_ACCOUNT_NOT_LINKED')
  const tell = (kind: string) => reportPart(client, `paypal-checkout.${kind}`)
  const shop = { name: paypal?.displayName ?? null, ...(merchantAccountId && { merchantAccountId }) }
  let last: PaymentOptions | undefined
  tell('initialized')

  return {
    async createPayment(options) {
      if (!Object.hasOwn(endpoints, options?.flow)) throw payPalError('PAYPAL_FLOW_OPTION_REQUIRED')
      tell('createPayment')
      if (options.offerCredit === true) tell('credit.offered')
      last = undefined
      try {
        const data = paymentBody(options, shop)
        const answer = await client.request({ endpoint: endpoints[options.flow], method: 'post', data })
        last = options
        return tokenIn(answer)
      } catch (problem) {
        throw failureOf(problem, 'PAYPAL_FLOW_FAILED')
      }
    },
    async tokenizePayment(approval) {
      tell('tokenization.started')
      const asked = { intent: last?.intent, riskCorrelationId: last?.riskCorrelationId }
      const isKey = authorizationType === 'TOKENIZATION_KEY'
      const unvettedMerchant = paypal?.unvettedMerchant ?? false
      const paypalAccount = accountBody(approval, asked, { isKey, unvettedMerchant })
      const data = { paypalAccount, ...(merchantAccountId && { merchantAccountId }) }
      try {
        const endpoint = 'payment_methods/paypal_accounts'
        const account = accountIn(await client.request({ endpoint, method: 'post', data }))
        tell('tokenization.success')
        if (account.creditFinancingOffered) tell('credit.accepted')
        return account
      } catch (problem) {
        tell('tokenization.failed')
        throw payPalError('PAYPAL_ACCOUNT_TOKENIZATION_FAILED', problem)
      }
    },
  }
}

type Begun = { paymentResource?: { redirectUrl: string }; agreementSetup?: { tokenId: string } }

/** A payment's token stands in the address of the page that approves it. */
function tokenIn(answer: unknown) {
  const { paymentResource, agreementSetup } = answer as Begun
  if (agreementSetup) return agreementSetup.tokenId
  const token = new URL(paymentResource?.redirectUrl ?? '').searchParams.get('token')
  if (!token) throw new Error('The gateway gave no token of the payment.')
  return token
}

type Told = Omit<PayPalAccount, 'nonce' | 'type' | 'details'> & { payerInfo?: Record<string, unknown> }

function accountIn(answer: unknown): PayPalAccount {
  const [account] = (answer as { paypalAccounts: { nonce: string; type: string; details?: Told }[] })
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
