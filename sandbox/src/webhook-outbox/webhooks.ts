import { and, desc, eq, sql } from 'drizzle-orm'
import { found, NotFound } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { webhooks } from './webhooks.tables.ts'

export type Webhook = typeof webhooks.$inferSelect

/** Written with the subject's change, in its transaction. Without an address, nothing. */
export async function enqueueWebhook(
  gateway: Gateway,
  kind: string,
  subject: Webhook['subject'],
  subjectId: string,
): Promise<void> {
  const { id: merchantId, webhookUrl: url, webhookDelaySeconds } = gateway.merchant
  if (!url) return
  const dueAt = sql`now() + make_interval(secs => ${webhookDelaySeconds})`
  await gateway.db.insert(webhooks).values({ merchantId, kind, subject, subjectId, url, dueAt })
}

/** Newest first: delivered where `deliveredAt` is set, given up where `dueAt` is null too. */
export function listWebhooks(gateway: Gateway, most = 50, offset = 0): Promise<Webhook[]> {
  return gateway.db
    .select()
    .from(webhooks)
    .where(eq(webhooks.merchantId, gateway.merchant.id))
    .orderBy(desc(webhooks.number))
    .limit(most)
    .offset(offset)
}

/** Restarts delivery with all tries. */
export async function resendWebhook(gateway: Gateway, number: number): Promise<Webhook> {
  if (!Number.isSafeInteger(number)) throw new NotFound('There is no such webhook here.')
  const [row] = await gateway.db
    .update(webhooks)
    .set({ tries: 0, dueAt: sql`now()`, deliveredAt: null })
    .where(and(eq(webhooks.merchantId, gateway.merchant.id), eq(webhooks.number, number)))
    .returning()
  return found(row, `webhook ${number}`)
}
