import type { Hono } from 'hono'
import { found } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { type ServerEnv, show } from '../platform/http/replies.ts'
import { readPage } from '../platform/http/requests.ts'
import type { XmlValue } from '../platform/http/xml.ts'
import { disputeAnswer, evidenceAnswer } from '../transactions/dispute-answer.ts'
import { disputesPageSize, searchDisputes } from '../transactions/dispute-search.ts'
import {
  acceptDispute,
  addEvidence,
  type Dispute,
  finalizeDispute,
  findDispute,
  removeEvidence,
} from '../transactions/disputes.ts'
import { transactionById } from '../transactions/transactions.ts'

export function addDisputes(api: Hono<ServerEnv>, gateway: Gateway) {
  const answer = (row: Dispute) => wholeAnswer(gateway, row)
  api.post('/disputes/advanced_search', async (c) => {
    const page = readPage(c.req.query('page'))
    const { rows, totalItems } = await searchDisputes(gateway, c.var.body, page)
    const children = await Promise.all(rows.map(answer))
    return show(c, 200, 'disputes', {
      elementName: 'dispute',
      children,
      totalItems,
      pageSize: disputesPageSize,
    })
  })
  api.get('/disputes/:id', async (c) =>
    show(c, 200, 'dispute', await answer(await findDispute(gateway, c.req.param('id')))),
  )
  api.put('/disputes/:id/accept', async (c) =>
    show(c, 200, 'dispute', await answer(await acceptDispute(gateway, c.req.param('id')))),
  )
  api.put('/disputes/:id/finalize', async (c) =>
    show(c, 200, 'dispute', await answer(await finalizeDispute(gateway, c.req.param('id')))),
  )
  api.post('/disputes/:id/evidence', async (c) =>
    show(c, 201, 'evidence', evidenceAnswer(await addEvidence(gateway, c.req.param('id'), c.var.body))),
  )
  api.delete('/disputes/:id/evidence/:evidenceId', async (c) => {
    const { id, evidenceId } = c.req.param()
    return show(c, 200, 'dispute', await answer(await removeEvidence(gateway, id, evidenceId)))
  })
}

async function wholeAnswer(gateway: Gateway, row: Dispute): Promise<XmlValue> {
  const { transactionId } = row
  return disputeAnswer(
    row,
    found(await transactionById(gateway, transactionId), `transaction ${transactionId}`),
  )
}
