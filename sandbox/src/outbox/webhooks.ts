import { and, desc, eq, sql } from 'drizzle-orm'
import { found, NotFound } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { webhooks } from './webhooks.tables.ts'

export type Webhook = typeof webhooks.$inferSelect

/**
 * Notes that the merchant's address is to be told of something. Inside a database transaction the note is kept
 * with the change that it tells of, or not at all. Without an address nobody is told.
 */
export async function announce(
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

/**
 * The merchant's notifications, newest first: delivered where `deliveredAt` is set, given up where `dueAt`
 * is null too. `most` of them, those before `offset` left out.
 */
export function listWebhooks(gateway: Gateway, most = 50, offset = 0): Promise<Webhook[]> {
  return gateway.db
    .select()
    .from(webhooks)
    .where(eq(webhooks.merchantId, gateway.merchant.id))
    .orderBy(desc(webhooks.number))
    .limit(most)
    .offset(offset)
}

/** Has a notification delivered again, with all its tries before it. */
export async function resendWebhook(gateway: Gateway, number: number): Promise<Webhook> {
  if (!Number.isSafeInteger(number)) throw new NotFound('There is no such webhook here.')
  const [row] = await gateway.db
    .update(webhooks)
    .set({ tries: 0, dueAt: sql`now()`, deliveredAt: null })
    .where(and(eq(webhooks.merchantId, gateway.merchant.id), eq(webhooks.number, number)))
    .returning()
  return found(row, `webhook ${number}`)
}
