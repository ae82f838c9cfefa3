import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Gateway } from '../platform/gateway.ts'
import { understand } from '../platform/requests.ts'
import { analyticsEvents as events } from './analytics.tables.ts'

/** So many events of each merchant are kept: the newest. */
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

/** Keeps what a browser tells of itself (Braintree's analytics). Throws BadRequest when it is nothing of the kind. */
export async function keepAnalytics(gateway: Gateway, body: unknown): Promise<void> {
  const { analytics, _meta } = understand(Sent, body)
  const merchantId = gateway.merchant.id
  const rows = analytics.map(({ kind, timestamp }) => ({
    merchantId,
    kind,
    ..._meta,
    happenedAt: new Date(timestamp < 1e11 ? timestamp * 1000 : timestamp),
  }))
  if (!rows.length) return
  const added = await gateway.db.insert(events).values(rows).returning({ number: events.number })
  // Looking for what is too much at every hundredth event is enough.
  if (added.some(({ number }) => number % 100 === 0)) await forgetOldest(gateway)
}

async function forgetOldest(gateway: Gateway): Promise<void> {
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

/** How many events of each kind there are, the most frequent first. */
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
