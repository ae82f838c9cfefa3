import braintree, { type BraintreeGateway, type Transaction } from 'braintree'
import type { Env } from '#platform/env.server.ts'
import { decimal } from '#platform/money.ts'
import type { ChargeOutcome, RefundOutcome } from './charge-outcome.ts'

export type Gateway = BraintreeGateway

const opened = new WeakMap<Env, Gateway>()

/** The gateway of these settings, opened once a process. */
export function gatewayOf(env: Env): Gateway {
  const gateway = opened.get(env) ?? openGateway(env.gateway)
  opened.set(env, gateway)
  return gateway
}

/** Going live is other settings and no other code. */
function openGateway(settings: Env['gateway']): Gateway {
  const gateway = new braintree.BraintreeGateway({
    environment: environmentOf(settings),
    merchantId: settings.merchantId,
    publicKey: settings.publicKey,
    privateKey: settings.privateKey,
  })
  const { config } = gateway as BraintreeGateway & { config: { timeout: number } }
  config.timeout = settings.timeoutSeconds * 1000
  return gateway
}

function environmentOf(settings: Env['gateway']) {
  if (settings.environment === 'production') return braintree.Environment.Production
  if (settings.environment === 'sandbox') return braintree.Environment.Sandbox
  const { hostname, port, protocol } = new URL(settings.url)
  const ssl = protocol === 'https:'
  return Object.assign(braintree.Environment.Development, {
    server: hostname,
    port: port || (ssl ? '443' : '80'),
    ssl,
  })
}

/** A client token for the card widget. With a customer, their saved cards can be used and kept. */
export async function clientTokenFor(gateway: Gateway, customerId?: string): Promise<string> {
  if (!customerId) return tokenFrom(await gateway.clientToken.generate({}))
  // A saved card is verified with the bank, and saved once; two parents may share it.
  const options = { verifyCard: true, failOnDuplicatePaymentMethodForCustomer: true }
  const asked = { customerId, options }
  const first = await gateway.clientToken.generate(asked)
  if (first.success) return first.clientToken
  const created = await gateway.customer.create({ id: customerId })
  if (!created.success && !isTaken(created.message))
    throw new Error(`no gateway customer: ${created.message}`)
  return tokenFrom(await gateway.clientToken.generate(asked))
}

const isTaken = (message: string) => /already been taken/i.test(message)

function tokenFrom(answer: { success: boolean; clientToken?: string; message?: string }): string {
  if (answer.success && answer.clientToken) return answer.clientToken
  throw new Error(`no client token: ${answer.message}`)
}

/** Deletes a customer with all saved cards; one that the gateway does not know is gone already. */
export async function forgetCustomer(gateway: Gateway, customerId: string): Promise<void> {
  try {
    await gateway.customer.delete(customerId)
  } catch (problem) {
    const { type } = problem as { type?: string }
    if (type !== 'notFoundError') throw problem
  }
}

/** Takes the money now. `orderId` is our charge's id: by it the gateway can be asked later. */
export async function sell(
  gateway: Gateway,
  sale: { orderId: string; amountCents: number; nonce: string; deviceData?: string },
): Promise<ChargeOutcome> {
  try {
    const result = await gateway.transaction.sale({
      amount: decimal(sale.amountCents),
      orderId: sale.orderId,
      paymentMethodNonce: sale.nonce,
      deviceData: sale.deviceData,
      options: { submitForSettlement: true },
    })
    if (result.success) return outcomeOf(result.transaction)
    return { state: 'declined', reason: reasonOf(result.transaction) ?? result.message }
  } catch (problem) {
    return outcomeOfFailure(problem)
  }
}

/** What became of a charge, by its order id; undefined when the gateway knows no such sale. */
export async function findSale(gateway: Gateway, orderId: string): Promise<ChargeOutcome | undefined> {
  const found: Transaction[] = []
  for await (const transaction of gateway.transaction.search((search) => search.orderId().is(orderId))) {
    if (transaction.type === 'sale') found.push(transaction)
  }
  const outcomes = found.map(outcomeOf)
  return outcomes.find((one) => one.state === 'accepted') ?? outcomes[0]
}

export type MoneyBack = {
  /** Our refund's id: the gateway's order id of the refund. */
  refundId: string
  transactionId: string
  amountCents: number
  /** All that the transaction took: then it is voided while it has not settled. */
  isWhole: boolean
}

/** Gives money back: by voiding before settlement, by a refund after it; a part of an unsettled sale must wait. */
export async function giveBack(gateway: Gateway, back: MoneyBack): Promise<RefundOutcome> {
  try {
    const { status } = await gateway.transaction.find(back.transactionId)
    if (status === 'voided') return { state: 'done', transactionId: back.transactionId }
    if (status === 'settled') return await refund(gateway, back)
    if (!taken.has(status)) return { state: 'failed', reason: `the charge is ${status}` }
    if (!back.isWhole || status === 'settling') return { state: 'queued' }
    const voided = await gateway.transaction.void(back.transactionId)
    return voided.success
      ? { state: 'done', transactionId: back.transactionId }
      : { state: 'failed', reason: voided.message }
  } catch (problem) {
    const { state, reason } = outcomeOfFailure(problem)
    if (state === 'unknown') return { state, reason }
    return { state: 'failed', reason, isPassing: (problem as { type?: string }).type !== 'notFoundError' }
  }
}

async function refund(gateway: Gateway, back: MoneyBack): Promise<RefundOutcome> {
  const asked = { amount: decimal(back.amountCents), orderId: back.refundId }
  const result = await gateway.transaction.refund(back.transactionId, asked)
  return result.success
    ? { state: 'done', transactionId: result.transaction.id }
    : { state: 'failed', reason: reasonOf(result.transaction) ?? result.message }
}

/** Whether money was given back already; undefined when the gateway knows of no such refund and no void. */
export async function findRefund(gateway: Gateway, back: MoneyBack): Promise<RefundOutcome | undefined> {
  for await (const { type, status, id } of gateway.transaction.search((search) =>
    search.orderId().is(back.refundId),
  )) {
    if (type === 'credit' && taken.has(status)) return { state: 'done', transactionId: id }
  }
  if (!back.isWhole) return undefined
  const { status } = await gateway.transaction.find(back.transactionId)
  return status === 'voided' ? { state: 'done', transactionId: back.transactionId } : undefined
}

const taken = new Set([
  'authorized',
  'authorizing',
  'submitted_for_settlement',
  'settlement_pending',
  'settlement_confirmed',
  'settling',
  'settled',
])

function outcomeOf(transaction: Transaction): ChargeOutcome {
  if (!taken.has(transaction.status)) {
    return { state: 'declined', reason: reasonOf(transaction) ?? transaction.status }
  }
  return { state: 'accepted', transactionId: transaction.id, cardLabel: labelOf(transaction) }
}

function reasonOf(transaction: Transaction | undefined): string | undefined {
  if (!transaction) return undefined
  const { gatewayRejectionReason, processorResponseText, status } = transaction
  return gatewayRejectionReason || processorResponseText || status
}

function labelOf({ creditCard }: Transaction): string | null {
  return creditCard?.last4 ? `${creditCard.cardType} ending in ${creditCard.last4}` : null
}

/** Errors that the gateway gives before it looks at the sale. */
const refusedUnseen = new Set([
  'authenticationError',
  'authorizationError',
  'notFoundError',
  'upgradeRequired',
  'tooManyRequestsError',
])

function outcomeOfFailure(problem: unknown): { state: 'declined' | 'unknown'; reason: string } {
  const { type = '', message = '' } = problem as { type?: string; message?: string }
  const reason = `${type} ${message}`.trim()
  const neverArrived = /ECONNREFUSED|ENOTFOUND/.test(message)
  return { state: refusedUnseen.has(type) || neverArrived ? 'declined' : 'unknown', reason }
}
