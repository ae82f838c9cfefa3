import http from 'node:http'
import https from 'node:https'
import braintree, { type BraintreeGateway, type Transaction } from 'braintree'
import { decimal } from '#platform/format/money.ts'
import { withTimeout } from '#platform/jobs/every.server.ts'
import type { Env } from '#platform/settings/env.server.ts'
import type { ChargeOutcome } from './charge-outcome.ts'
import {
  answerAbout,
  type DisputeAnswer,
  toDecline,
  toFailure,
  toOutcome,
  WrongAnswer,
} from './gateway-answers.ts'

type Call = <Answer>(ask: (sdk: BraintreeGateway) => Promise<Answer>) => Promise<Answer>

export type Gateway = {
  /** For reads, on a keep-alive connection; retried once on a new one if it was closed. */
  call: Call
  /** For money, on a new connection: a reused one may be closed, and nobody could tell whether the call was sent. */
  move: Call
}

const opened = new WeakMap<Env, Gateway>()

export function gatewayFor(env: Env): Gateway {
  const gateway = opened.get(env) ?? openGateway(env.gateway)
  opened.set(env, gateway)
  return gateway
}

/** Going live is other settings and no other code. */
function openGateway(settings: Env['gateway']): Gateway {
  // The SDK's time-out covers only an idle socket, and its search never ends on an unreadable answer.
  const through = (keepAlive: boolean): Call => {
    const sdk = createSdk(settings, { keepAlive })
    return (ask) => withTimeout(settings.callSeconds, ask(sdk))
  }
  const [reused, fresh] = [through(true), through(false)]
  const call: Call = (ask) =>
    reused(ask).catch((problem) => {
      if (!isCutOff(problem)) throw problem
      return fresh(ask)
    })
  return { call, move: fresh }
}

const isCutOff = (problem: unknown) => /ECONNRESET|EPIPE|socket hang up/.test(String(problem))

function createSdk(settings: Env['gateway'], connections: http.AgentOptions): BraintreeGateway {
  const sdk = new braintree.BraintreeGateway({
    environment: sdkEnvironment(settings),
    merchantId: settings.merchantId,
    publicKey: settings.publicKey,
    privateKey: settings.privateKey,
  })
  const { config } = sdk as BraintreeGateway & {
    config: { timeout: number; customHttpAgent?: http.Agent; environment: { ssl: boolean } }
  }
  config.timeout = settings.timeoutSeconds * 1000
  config.customHttpAgent = xmlOnly(config.environment.ssl ? https : http, connections)
  return sdk
}

/**
 * The SDK parses JSON where no error can be caught: half an answer would end the process. So any content type but XML
 * is removed.
 */
function xmlOnly({ Agent }: typeof http | typeof https, connections: http.AgentOptions): http.Agent {
  const agent = new Agent(connections) as http.Agent & { addRequest: AddRequest }
  const addRequest = agent.addRequest.bind(agent)
  agent.addRequest = (request, options) => {
    request.prependListener('response', ({ headers }) => {
      if (!headers['content-type']?.includes('xml')) delete headers['content-type']
    })
    addRequest(request, options)
  }
  return agent
}
type AddRequest = (request: http.ClientRequest, options: unknown) => void

function sdkEnvironment(settings: Env['gateway']) {
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

export const gatewayUrl = ({ gateway }: Env): string =>
  gateway.environment === 'local'
    ? gateway.url
    : `https://api.${gateway.environment === 'sandbox' ? 'sandbox.' : ''}braintreegateway.com`

/**
 * A client token for the widget. With a customer, saved cards can be used and saved; `isNew` creates the customer
 * first, which saves a failing call.
 */
export async function clientTokenFor(gateway: Gateway, customerId?: string, isNew = false): Promise<string> {
  if (!customerId) return tokenFrom(await gateway.call((sdk) => sdk.clientToken.generate({})))
  // A saved card is verified with the bank, and saved once; two parents may share it.
  const options = { verifyCard: true, failOnDuplicatePaymentMethodForCustomer: true }
  const generate = () => gateway.call((sdk) => sdk.clientToken.generate({ customerId, options }))
  const first = isNew ? undefined : await generate()
  if (first?.success) return tokenFrom(first)
  const created = await gateway.call((sdk) => sdk.customer.create({ id: customerId }))
  if (!created.success && !created.errors.deepErrors().some(({ code }) => code === idIsTaken))
    throw new Error(`no gateway customer: ${created.message}`)
  return tokenFrom(await generate())
}

const idIsTaken = '91609'

function tokenFrom(answer: { success: boolean; clientToken?: string; message?: string }): string {
  if (answer.success && answer.clientToken) return answer.clientToken
  throw new Error(`no client token: ${answer.message}`)
}

/**
 * Deletes a customer with all saved cards; an unknown one counts as deleted. Verified by a look-up: the answer to the
 * deletion cannot be checked.
 */
export async function forgetCustomer(gateway: Gateway, customerId: string): Promise<void> {
  await unlessUnknown(gateway.call((sdk) => sdk.customer.delete(customerId)))
  const remaining = await unlessUnknown(gateway.call((sdk) => sdk.customer.find(customerId)))
  if (remaining) throw new Error('the gateway does not say that the saved cards are deleted')
}

async function unlessUnknown<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (problem) {
    const { type } = problem as { type?: string }
    if (type === 'notFoundError') return undefined
    throw problem
  }
}

/** Takes the money now. `orderId` is our charge's id: by it the gateway can be asked later. */
export async function sell(
  gateway: Gateway,
  sale: {
    orderId: string
    amountCents: number
    nonce: string
    deviceData?: string | undefined
    /** Declined unless the bank has authenticated the payer. */
    requiresThreeDSecure?: boolean
  },
): Promise<ChargeOutcome> {
  try {
    const result = await gateway.move((sdk) =>
      sdk.transaction.sale({
        amount: decimal(sale.amountCents),
        orderId: sale.orderId,
        paymentMethodNonce: sale.nonce,
        ...(sale.deviceData !== undefined && { deviceData: sale.deviceData }),
        options: {
          submitForSettlement: true,
          ...(sale.requiresThreeDSecure && { threeDSecure: { required: true } }),
        },
      }),
    )
    if (result.success) return toOutcome(answerAbout(result.transaction, sale.orderId))
    return toDecline(result.transaction, result.message)
  } catch (problem) {
    const { kind, reason } = toFailure(problem)
    if (kind === 'not sent') return { state: 'declined', how: 'never seen', reason }
    return kind === 'no answer' ? { state: 'unknown', reason } : lookUpRefused(gateway, sale.orderId, reason)
  }
}

/** A call may be refused after its work was done: looked up once before it counts as declined. */
async function lookUpRefused(gateway: Gateway, orderId: string, reason: string): Promise<ChargeOutcome> {
  try {
    return (await findSale(gateway, orderId)) ?? { state: 'declined', how: 'never seen', reason }
  } catch (problem) {
    const lookUp = toFailure(problem)
    if (lookUp.kind !== 'refused') return { state: 'unknown', reason: `${reason}; ${lookUp.reason}` }
    return { state: 'declined', how: 'never seen', reason, isRefused: true }
  }
}

/** By our charge's id; undefined when the gateway knows no such sale. */
export async function findSale(gateway: Gateway, orderId: string): Promise<ChargeOutcome | undefined> {
  const sales = (await listTransactions(gateway, orderId)).filter(({ type }) => type === 'sale')
  const outcomes = sales.map(toOutcome)
  return outcomes.find(({ state }) => state === 'accepted') ?? outcomes[0]
}

export async function listTransactions(gateway: Gateway, orderId: string): Promise<Transaction[]> {
  const found = await searched(gateway, (search) => search.orderId().is(orderId))
  return found.map((transaction) => answerAbout(transaction, orderId))
}

export const transactionsById = (gateway: Gateway, ids: string[]) =>
  searched(gateway, (search) => search.ids().in(ids))

export async function findTransaction(gateway: Gateway, id: string): Promise<Transaction | undefined> {
  const transaction = await unlessUnknown(gateway.call((sdk) => sdk.transaction.find(id)))
  if (!transaction || (transaction.id === id && transaction.status)) return transaction
  throw new WrongAnswer('the gateway’s answer is not about this transaction')
}

export async function findDispute(gateway: Gateway, id: string): Promise<DisputeAnswer | undefined> {
  const dispute = (await unlessUnknown(gateway.call((sdk) => sdk.dispute.find(id))))?.dispute
  if (!dispute || (dispute.id === id && dispute.status)) return dispute
  throw new WrongAnswer('the gateway’s answer is not about this dispute')
}

export const transactionsSince = (gateway: Gateway, since: Date) =>
  searched(gateway, (search) => search.createdAt().min(since))

const searched = (gateway: Gateway, criteria: Parameters<BraintreeGateway['transaction']['search']>[0]) =>
  gateway.call(async (sdk) => {
    const found: Transaction[] = []
    for await (const transaction of sdk.transaction.search(criteria)) found.push(transaction)
    return found
  })
