import type { Hono } from 'hono'
import { NotFound } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { enqueueWebhook, listWebhooks, resendWebhook, type Webhook } from '../webhook-outbox/webhooks.ts'
import { challenge } from './delivery.ts'

export function addWebhooks(app: Hono, gatewayAt: (merchantId: string) => Promise<Gateway>) {
  app.get('/merchants/:id/webhooks', async (c) => {
    const rows = await listWebhooks(await gatewayAt(c.req.param('id')))
    return c.json({ webhooks: rows.map(webhookAnswer) })
  })
  app.post('/merchants/:id/webhooks/challenge', async (c) => {
    const gateway = await gatewayAt(c.req.param('id'))
    const reason = await challenge(gateway, requireAddress(gateway))
    return c.json({ answered: reason === undefined, reason })
  })
  app.post('/merchants/:id/webhooks/check', async (c) => {
    const gateway = await gatewayAt(c.req.param('id'))
    requireAddress(gateway)
    await enqueueWebhook(gateway, 'check', 'check', '')
    return c.json({})
  })
  app.post('/merchants/:id/webhooks/:number/resend', async (c) => {
    const { id, number } = c.req.param()
    return c.json(webhookAnswer(await resendWebhook(await gatewayAt(id), Number(number) || 0)))
  })
}

function stateFor({ deliveredAt, dueAt }: Webhook): 'delivered' | 'given_up' | 'waiting' {
  if (deliveredAt) return 'delivered'
  return dueAt ? 'waiting' : 'given_up'
}

function webhookAnswer(row: Webhook) {
  return {
    number: row.number,
    kind: row.kind,
    subject: row.subject,
    subject_id: row.subjectId,
    url: row.url,
    state: stateFor(row),
    tries: row.tries,
    last_answer: row.lastAnswer,
    due_at: row.dueAt,
    delivered_at: row.deliveredAt,
    created_at: row.createdAt,
  }
}

function requireAddress({ merchant }: Gateway): string {
  if (!merchant.webhookUrl) throw new NotFound(`The merchant ${merchant.id} has no address for webhooks.`)
  return merchant.webhookUrl
}
