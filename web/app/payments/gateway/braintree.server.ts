import http from 'node:http'
import https from 'node:https'
import braintree, { type BraintreeGateway, type Transaction } from 'braintree'
import { decimal } from '#platform/format/money.ts'
import { endedWithin } from '#platform/jobs/every.server.ts'
import type { Env } from '#platform/settings/env.server.ts'
import type { ChargeOutcome } from './charge-outcome.ts'
import {
  answerAbout,
  type DisputeAnswer,
  declinedBy,
  failureOf,
  outcomeOf,
  WrongAnswer,
} from './gateway-answers.ts'

type Call = <Answer>(ask: (sdk: BraintreeGateway) => Promise<Answer>) => Promise<Answer>

/** The one way to the gateway: every call has an end of ours. */
export type Gateway = {
  /** Asks what may be asked twice, on a connection that was kept; where it is closed by now, once more on a new one. */
  call: Call
  /**
   * Moves money, on a connection of its own: one that was kept may be closed by now, and nobody could tell whether the
   * call had left.
   */
  move: Call
}

const opened = new WeakMap<Env, Gateway>()

/** The gateway of these settings, opened once a process. */
export function gatewayOf(env: Env): Gateway {
  const gateway = opened.get(env) ?? openGateway(env.gateway)
  opened.set(env, gateway)
  return gateway
}

/** Going live is other settings and no other code. */
function openGateway(settings: Env['gateway']): Gateway {
  // The SDK's time-out watches a silent line only, and its search never ends on an answer that it cannot read.
  const through = (keepAlive: boolean): Call => {
    const sdk = sdkOf(settings, { keepAlive })
    return (ask) => endedWithin(settings.callSeconds, ask(sdk))
  }
  const [kept, fresh] = [through(true), through(false)]
  const call: Call = (ask) =>
    kept(ask).catch((problem) => {
      if (!isCutOff(problem)) throw problem
      return fresh(ask)
    })
  return { call, move: fresh }
}

const isCutOff = (problem: unknown) => /ECONNRESET|EPIPE|socket hang up/.test(String(problem))

function sdkOf(settings: Env['gateway'], connections: http.AgentOptions): BraintreeGateway {
  const sdk = new braintree.BraintreeGateway({
    environment: environmentOf(settings),
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
 * The gateway speaks XML. The SDK parses whatever calls itself JSON where nobody can catch it: half an answer would end
 * the process. So nothing else keeps its name.
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

/** Where its server API answers. */
export const addressOfGateway = ({ gateway }: Env): string =>
  gateway.environment === 'local'
    ? gateway.url
    : `https://api.${gateway.environment === 'sandbox' ? 'sandbox.' : ''}braintreegateway.com`

/**
 * A client token for the card widget. With a customer, their saved cards can be used and kept; one who `isNew` is made
 * known first, which spares the call that would find out.
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
 * Deletes a customer with all saved cards; one that the gateway does not know is gone already. That it is gone is
 * believed when the gateway no longer knows it: an answer to the deletion says nothing that could be checked.
 */
export async function forgetCustomer(gateway: Gateway, customerId: string): Promise<void> {
  await unlessUnknown(gateway.call((sdk) => sdk.customer.delete(customerId)))
  const left = await unlessUnknown(gateway.call((sdk) => sdk.customer.find(customerId)))
  if (left) throw new Error('the gateway does not say that the saved cards are deleted')
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
    /** Taken only from whom the bank of the card has confirmed. */
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
    if (result.success) return outcomeOf(answerAbout(result.transaction, sale.orderId))
    return declinedBy(result.transaction, result.message)
  } catch (problem) {
    const { kind, reason } = failureOf(problem)
    if (kind === 'not sent') return { state: 'declined', how: 'never seen', reason }
    return kind === 'no answer' ? { state: 'unknown', reason } : lookUpRefused(gateway, sale.orderId, reason)
  }
}

/** A call may be refused after its work was done: the gateway is asked once before it counts as declined. */
async function lookUpRefused(gateway: Gateway, orderId: string, reason: string): Promise<ChargeOutcome> {
  try {
    return (await findSale(gateway, orderId)) ?? { state: 'declined', how: 'never seen', reason }
  } catch (problem) {
    const lookUp = failureOf(problem)
    if (lookUp.kind !== 'refused') return { state: 'unknown', reason: `${reason}; ${lookUp.reason}` }
    return { state: 'declined', how: 'never seen', reason, isRefused: true }
  }
}

/** What became of a charge, by its order id; undefined when the gateway knows no such sale. */
export async function findSale(gateway: Gateway, orderId: string): Promise<ChargeOutcome | undefined> {
  const sales = (await transactionsOf(gateway, orderId)).filter(({ type }) => type === 'sale')
  const outcomes = sales.map(outcomeOf)
  return outcomes.find(({ state }) => state === 'accepted') ?? outcomes[0]
}

export async function transactionsOf(gateway: Gateway, orderId: string): Promise<Transaction[]> {
  const found = await searched(gateway, (search) => search.orderId().is(orderId))
  return found.map((transaction) => answerAbout(transaction, orderId))
}

/** Transactions as they stand now, asked for together. */
export const transactionsById = (gateway: Gateway, ids: string[]) =>
  searched(gateway, (search) => search.ids().in(ids))

/** One transaction as it stands now; undefined when the gateway knows none. */
export async function findTransaction(gateway: Gateway, id: string): Promise<Transaction | undefined> {
  const transaction = await unlessUnknown(gateway.call((sdk) => sdk.transaction.find(id)))
  if (!transaction || (transaction.id === id && transaction.status)) return transaction
  throw new WrongAnswer('the gateway’s answer is not about this transaction')
}

/** One dispute as it stands now; undefined when the gateway knows none. */
export async function findDispute(gateway: Gateway, id: string): Promise<DisputeAnswer | undefined> {
  const dispute = (await unlessUnknown(gateway.call((sdk) => sdk.dispute.find(id))))?.dispute
  if (!dispute || (dispute.id === id && dispute.status)) return dispute
  throw new WrongAnswer('the gateway’s answer is not about this dispute')
}

/** Everything that was made from then on. */
export const transactionsSince = (gateway: Gateway, since: Date) =>
  searched(gateway, (search) => search.createdAt().min(since))

const searched = (gateway: Gateway, which: Parameters<BraintreeGateway['transaction']['search']>[0]) =>
  gateway.call(async (sdk) => {
    const found: Transaction[] = []
    for await (const transaction of sdk.transaction.search(which)) found.push(transaction)
    return found
  })
