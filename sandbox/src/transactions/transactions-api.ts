import type { Hono } from 'hono'
import { type Problem, problem } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { errorDocument, type ServerEnv, send, show } from '../platform/replies.ts'
import { type Answer, oncePerKey } from '../platform/request-keys.ts'
import { pageSize } from '../platform/search.ts'
import { toXml } from '../platform/xml.ts'
import { sell } from './sale.ts'
import { searchTransactionIds, searchTransactions } from './search.ts'
import { transactionAnswer, transactionAnswers } from './transaction-answer.ts'
import {
  findTransaction,
  refund,
  simulateSettlement,
  submitForSettlement,
  voidTransaction,
} from './transaction-moves.ts'
import type { Transaction } from './transactions.ts'

/** The server API's calls for transactions: sell, move, find and search. */
export function addTransactions(api: Hono<ServerEnv>, gateway: Gateway) {
  addSearch(api, gateway)
  api.post('/transactions', async (c) =>
    send(
      c,
      await oncePerKey(gateway, 'sale', c.var.body, async (within) =>
        newAnswer(within, await sell(within, c.var.body), c.var.body),
      ),
    ),
  )
  api.get('/transactions/:id', async (c) =>
    send(c, await currentAnswer(gateway, await findTransaction(gateway, c.req.param('id')))),
  )
  api.put('/transactions/:id/submit_for_settlement', async (c) => {
    const id = c.req.param('id')
    return send(
      c,
      await oncePerKey(gateway, `submit ${id}`, c.var.body, async (within) =>
        currentAnswer(within, await submitForSettlement(within, id, c.var.body)),
      ),
    )
  })
  api.put('/transactions/:id/void', async (c) => {
    const id = c.req.param('id')
    return send(
      c,
      await oncePerKey(gateway, `void ${id}`, c.var.body, async (within) =>
        currentAnswer(within, await voidTransaction(within, id)),
      ),
    )
  })
  api.post('/transactions/:id/refund', async (c) => {
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
  api.post('/transactions/advanced_search_ids', async (c) =>
    show(c, 200, 'search-results', { pageSize, ids: await searchTransactionIds(gateway, c.var.body) }),
  )
  api.post('/transactions/advanced_search', async (c) => {
    const rows = await searchTransactions(gateway, c.var.body)
    const children = await transactionAnswers(gateway, rows)
    return show(c, 200, 'credit-card-transactions', { collectionOf: 'transaction', children })
  })
}

function newAnswer(gateway: Gateway, row: Transaction, request: unknown): Answer {
  const transaction = transactionAnswer(gateway, row)
  const words = declineWords(row)
  if (words === undefined) return { status: 201, body: toXml('transaction', transaction) }
  return { status: 422, body: errorDocument(declineProblems(row), words, request, { transaction }) }
}

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

function declineProblems(row: Transaction): Problem[] {
  if (row.type === 'sale') return []
  return [problem(row.responseType === 'hard_declined' ? '915200' : '915201', 'transaction')]
}
