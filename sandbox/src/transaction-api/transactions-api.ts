import type { Context, Hono } from 'hono'
import { type Problem, problem } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { type Answer, runOncePerKey } from '../platform/http/idempotency.ts'
import { errorDocument, type ServerEnv, send, show } from '../platform/http/replies.ts'
import { toXml } from '../platform/http/xml.ts'
import { addSearch } from '../platform/search/two-step-search.ts'
import { isDisputed } from '../transactions/disputes.ts'
import { lineItemAnswer } from '../transactions/line-items.ts'
import { transactionAnswer, transactionAnswers } from '../transactions/transaction-answer.ts'
import type { Transaction } from '../transactions/transactions.ts'
import { adjustAuthorization, clone, refund, submitPart } from './follow-up-transactions.ts'
import { sell } from './sale.ts'
import {
  findTransaction,
  simulateSettlement,
  submitForSettlement,
  updateDetails,
  voidTransaction,
} from './transaction-moves.ts'
import { transactionSearch } from './transaction-search.ts'

type Work = (within: Gateway, id: string, request: unknown) => Promise<Transaction>

/** Calls that create a follow-up transaction, and calls that change one; idempotent by request key. */
const making: Record<string, Work> = { refund, submit_for_partial_settlement: submitPart, clone }
const changing: Record<string, Work> = {
  submit_for_settlement: submitForSettlement,
  void: voidTransaction,
  update_details: updateDetails,
}

export function addTransactions(api: Hono<ServerEnv>, gateway: Gateway) {
  addSearch(api, gateway, transactionSearch(gateway))
  api.post('/transactions', (c) => once(c, gateway, 'sale', (within) => sell(within, c.var.body), newAnswer))
  for (const [call, work] of Object.entries(making)) {
    api.post(`/transactions/:id/${call}`, (c) => {
      const id = c.req.param('id')
      return once(c, gateway, `${call} ${id}`, (within) => work(within, id, c.var.body), newAnswer)
    })
  }
  for (const [call, work] of Object.entries(changing)) {
    api.put(`/transactions/:id/${call}`, (c) => {
      const id = c.req.param('id')
      return once(c, gateway, `${call} ${id}`, (within) => work(within, id, c.var.body), currentAnswer)
    })
  }
  api.put('/transactions/:id/adjust_authorization', async (c) => {
    const row = await adjustAuthorization(gateway, c.req.param('id'), c.var.body)
    return send(c, await adjustedAnswer(gateway, row, c.var.body))
  })
  api.get('/transactions/:id', async (c) =>
    send(c, await currentAnswer(gateway, await findTransaction(gateway, c.req.param('id')))),
  )
  api.get('/transactions/:id/line_items', async (c) => {
    const { details } = await findTransaction(gateway, c.req.param('id'))
    return show(c, 200, 'line-items', (details.lineItems ?? []).map(lineItemAnswer))
  })
  api.put('/transactions/:id/:call', async (c) => {
    const { id, call } = c.req.param()
    const moved = await simulateSettlement(gateway, id, call, c.var.body)
    return send(c, await currentAnswer(gateway, moved))
  })
}

async function once(
  c: Context<ServerEnv>,
  gateway: Gateway,
  call: string,
  work: (within: Gateway) => Promise<Transaction>,
  answer: (within: Gateway, row: Transaction, request: unknown) => Promise<Answer>,
): Promise<Response> {
  const request = c.var.body
  return send(
    c,
    await runOncePerKey(gateway, call, request, async (within) =>
      answer(within, await work(within), request),
    ),
  )
}

/** New: nothing refers to it yet, save a dispute. */
async function newAnswer(gateway: Gateway, row: Transaction, request: unknown): Promise<Answer> {
  const [transaction] = isDisputed(gateway, row.means)
    ? await transactionAnswers(gateway, [row])
    : [transactionAnswer(gateway, row)]
  const message = declineMessage(row)
  if (message === undefined) return { status: 201, body: toXml('transaction', transaction) }
  return { status: 422, body: errorDocument(declineProblems(row), message, request, { transaction }) }
}

async function currentAnswer(gateway: Gateway, row: Transaction): Promise<Answer> {
  const [transaction] = await transactionAnswers(gateway, [row])
  return { status: 200, body: toXml('transaction', transaction) }
}

async function adjustedAnswer(gateway: Gateway, row: Transaction, request: unknown): Promise<Answer> {
  const last = row.details.adjustments?.at(-1)
  if (last?.success) return currentAnswer(gateway, row)
  const [transaction] = await transactionAnswers(gateway, [row])
  const wrong = problem(last?.responseType === 'hard_declined' ? '95602' : '95603', 'transaction')
  return { status: 422, body: errorDocument([wrong], wrong.message, request, { transaction }) }
}

function declineMessage(row: Transaction): string | undefined {
  if (row.status === 'gateway_rejected') return `Gateway Rejected: ${row.gatewayRejectionReason}`
  if (row.status === 'processor_declined' || row.status === 'failed')
    return row.responseText ?? 'Processor Declined'
  return undefined
}

function declineProblems(row: Transaction): Problem[] {
  if (row.type === 'sale') return []
  return [problem(row.responseType === 'hard_declined' ? '915200' : '915201', 'transaction')]
}
