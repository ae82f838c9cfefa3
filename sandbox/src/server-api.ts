import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { isMerchant } from './client/authorization.ts'
import { generateClientToken } from './client/client-token.ts'
import { createCustomer, deleteCustomer, findCustomer, updateCustomer } from './vault/customer-calls.ts'
import { NotFound, type Problem, problem } from './platform/errors.ts'
import { faulty } from './control/faults.ts'
import type { Gateway } from './platform/gateway.ts'
import { findNonce } from './vault/nonces.ts'
import {
  createPaymentMethod,
  createVaultedNonce,
  deletePaymentMethod,
  findPaymentMethod,
  updatePaymentMethod,
} from './vault/payment-method-calls.ts'
import { errorDocument, sendProblem, sendXml } from './platform/replies.ts'
import { type Answer, oncePerKey } from './platform/request-keys.ts'
import { readBody } from './platform/requests.ts'
import { sell } from './transactions/sale.ts'
import { pageSize, searchTransactionIds, searchTransactions } from './transactions/search.ts'
import { transactionAnswer, transactionAnswers } from './transactions/transaction-answer.ts'
import {
  findTransaction,
  refund,
  simulateSettlement,
  submitForSettlement,
  voidTransaction,
} from './transactions/transaction-moves.ts'
import type { Transaction } from './transactions/transactions.ts'
import { toXml, type XmlValue } from './platform/xml.ts'

export type ServerEnv = { Bindings: HttpBindings; Variables: { body: unknown } }

/** Braintree's server API, below /merchants/<id>: JSON requests, XML answers, the merchant's keys as Basic authorization. */
export function serverApi(gateway: Gateway): Hono<ServerEnv> {
  const api = new Hono<ServerEnv>()
  api.use(async (c, next) => {
    const isOurs = c.req.param('merchantId') === gateway.settings.merchant.id
    if (!isOurs || !isMerchant(gateway, c.req.header('authorization'))) {
      return sendXml(c, 401, errorDocument([], 'The keys or the merchant id are wrong.', undefined))
    }
    c.set('body', await readBody(c.req.raw))
    return next()
  })
  api.onError((error, c) => sendProblem(c, error, c.var.body))

  api.post('/client_token', faulty(gateway, 'client_token'), async (c) =>
    show(c, 201, 'client-token', { value: await generateClientToken(gateway, c.var.body) }),
  )
  addCustomers(api, gateway)
  addPaymentMethods(api, gateway)
  addTransactions(api, gateway)
  addSearch(api, gateway)
  api.all('*', (c) =>
    sendProblem(c, new NotFound(`There is no ${c.req.method} ${c.req.path} here.`), undefined),
  )
  return api
}

function addCustomers(api: Hono<ServerEnv>, gateway: Gateway) {
  api.post('/customers', async (c) => show(c, 201, 'customer', await createCustomer(gateway, c.var.body)))
  api.get('/customers/:id', async (c) =>
    show(c, 200, 'customer', await findCustomer(gateway, c.req.param('id'))),
  )
  api.put('/customers/:id', async (c) =>
    show(c, 200, 'customer', await updateCustomer(gateway, c.req.param('id'), c.var.body)),
  )
  api.delete('/customers/:id', async (c) => {
    await deleteCustomer(gateway, c.req.param('id'))
    return c.body(null, 200)
  })
}

function addPaymentMethods(api: Hono<ServerEnv>, gateway: Gateway) {
  api.post('/payment_methods', async (c) =>
    show(c, 201, 'credit-card', await createPaymentMethod(gateway, c.var.body)),
  )
  for (const path of ['/payment_methods/any/:token', '/payment_methods/credit_card/:token']) {
    api.get(path, async (c) =>
      show(c, 200, 'credit-card', await findPaymentMethod(gateway, c.req.param('token') ?? '')),
    )
    api.put(path, async (c) =>
      show(c, 200, 'credit-card', await updatePaymentMethod(gateway, c.req.param('token') ?? '', c.var.body)),
    )
    api.delete(path, async (c) => {
      await deletePaymentMethod(gateway, c.req.param('token') ?? '')
      return c.body(null, 200)
    })
  }
  api.post('/payment_methods/:token/nonces', async (c) =>
    show(c, 201, 'payment-method-nonce', await createVaultedNonce(gateway, c.req.param('token'))),
  )
  api.get('/payment_method_nonces/:nonce', async (c) =>
    show(c, 200, 'payment-method-nonce', await findNonce(gateway, c.req.param('nonce'))),
  )
}

function addTransactions(api: Hono<ServerEnv>, gateway: Gateway) {
  api.post('/transactions', faulty(gateway, 'sale'), async (c) =>
    send(
      c,
      await oncePerKey(gateway, 'sale', c.var.body, async (within) =>
        newAnswer(within, await sell(within, c.var.body), c.var.body),
      ),
    ),
  )
  api.get('/transactions/:id', faulty(gateway, 'find'), async (c) =>
    send(c, await currentAnswer(gateway, await findTransaction(gateway, c.req.param('id')))),
  )
  api.put('/transactions/:id/submit_for_settlement', faulty(gateway, 'submit_for_settlement'), async (c) => {
    const id = c.req.param('id')
    return send(
      c,
      await oncePerKey(gateway, `submit ${id}`, c.var.body, async (within) =>
        currentAnswer(within, await submitForSettlement(within, id, c.var.body)),
      ),
    )
  })
  api.put('/transactions/:id/void', faulty(gateway, 'void'), async (c) => {
    const id = c.req.param('id')
    return send(
      c,
      await oncePerKey(gateway, `void ${id}`, c.var.body, async (within) =>
        currentAnswer(within, await voidTransaction(within, id)),
      ),
    )
  })
  api.post('/transactions/:id/refund', faulty(gateway, 'refund'), async (c) => {
    const id = c.req.param('id')
    return send(
      c,
      await oncePerKey(gateway, `refund ${id}`, c.var.body, async (within) =>
        newAnswer(within, await refund(within, id, c.var.body), c.var.body),
      ),
    )
  })
  api.put('/transactions/:id/:call', async (c) => {
    const { id, call } = c.req.param()
    return send(c, await currentAnswer(gateway, await simulateSettlement(gateway, id, call)))
  })
}

function addSearch(api: Hono<ServerEnv>, gateway: Gateway) {
  api.post('/transactions/advanced_search_ids', faulty(gateway, 'search'), async (c) =>
    show(c, 200, 'search-results', { pageSize, ids: await searchTransactionIds(gateway, c.var.body) }),
  )
  api.post('/transactions/advanced_search', faulty(gateway, 'search'), async (c) => {
    const rows = await searchTransactions(gateway, c.var.body)
    const children = await transactionAnswers(gateway, rows)
    return show(c, 200, 'credit-card-transactions', { collectionOf: 'transaction', children })
  })
}

function show(c: Context, status: 200 | 201, root: string, value: XmlValue): Response {
  return sendXml(c, status, toXml(root, value))
}

function send(c: Context, answer: Answer): Response {
  return sendXml(c, answer.status, answer.body)
}

/** What a call made: a new transaction that was not authorized is answered 422, with the transaction inside. */
function newAnswer(gateway: Gateway, row: Transaction, request: unknown): Answer {
  const transaction = transactionAnswer(gateway, row)
  const words = declineWords(row)
  if (words === undefined) return { status: 201, body: toXml('transaction', transaction) }
  return { status: 422, body: errorDocument(declineProblems(row), words, request, { transaction }) }
}

/** A transaction as it stands now. */
async function currentAnswer(gateway: Gateway, row: Transaction): Promise<Answer> {
  const [transaction] = await transactionAnswers(gateway, [row])
  return { status: 200, body: toXml('transaction', transaction) }
}

function declineWords(row: Transaction): string | undefined {
  if (row.status === 'gateway_rejected') return `Gateway Rejected: ${row.gatewayRejectionReason}`
  if (row.status === 'processor_declined' || row.status === 'failed')
    return row.responseText ?? 'Processor Declined'
  return undefined
}

/** A decline stands for itself; that of a refund has a code too. */
function declineProblems(row: Transaction): Problem[] {
  if (row.type === 'sale') return []
  return [problem(row.responseType === 'hard_declined' ? '915200' : '915201', 'transaction')]
}
