import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Gateway } from '../platform/gateway.ts'
import { parseRequest } from '../platform/http/requests.ts'
import { analyticsEvents as events } from './analytics.tables.ts'

/** Events kept per merchant. */
const most = 10_000
const line = (length: number) => z.string().transform((text) => text.slice(0, length))
const Sent = z.object({
  /** Seconds or milliseconds: the drop-in and the components of Braintree's SDK differ. */
  analytics: z
    .array(z.object({ kind: line(200), timestamp: z.number().positive().max(4e12) }))
    .max(500)
    .default([]),
  _meta: z
    .object({
      sessionId: line(64).optional(),
      integration: line(64).optional(),
      dropinVersion: line(64).optional(),
    })
    .optional(),
})

/** Braintree's analytics. Throws BadRequest for another body. */
export async function storeAnalytics(gateway: Gateway, body: unknown): Promise<void> {
  const { analytics, _meta } = parseRequest(Sent, body)
  const merchantId = gateway.merchant.id
  const rows = analytics.map(({ kind, timestamp }) => ({
    merchantId,
    kind,
    ..._meta,
    happenedAt: new Date(timestamp < 1e11 ? timestamp * 1000 : timestamp),
  }))
  if (!rows.length) return
  const added = await gateway.db.insert(events).values(rows).returning({ number: events.number })
  // Checked at every hundredth event.
  if (added.some(({ number }) => number % 100 === 0)) await deleteOldest(gateway)
}

async function deleteOldest(gateway: Gateway): Promise<void> {
  const isOurs = eq(events.merchantId, gateway.merchant.id)
  const [oldest] = await gateway.db
    .select({ number: events.number })
    .from(events)
    .where(isOurs)
    .orderBy(desc(events.number))
    .offset(most - 1)
    .limit(1)
  if (oldest) await gateway.db.delete(events).where(and(isOurs, lt(events.number, oldest.number)))
}

/** Most frequent kind first. */
export async function countAnalytics(gateway: Gateway): Promise<{ kind: string; count: number }[]> {
  const count = sql<number>`count(*)::int`
  return gateway.db
    .select({ kind: events.kind, count })
    .from(events)
    .where(eq(events.merchantId, gateway.merchant.id))
    .groupBy(events.kind)
    .orderBy(desc(count), events.kind)
}

export async function purgeAnalytics(gateway: Gateway): Promise<void> {
  await gateway.db.delete(events).where(eq(events.merchantId, gateway.merchant.id))
}
