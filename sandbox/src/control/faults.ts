import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { understand } from '../platform/requests.ts'
import { faults } from '../tables.ts'

const operations = [
  'client_token',
  'sale',
  'submit_for_settlement',
  'void',
  'refund',
  'find',
  'search',
  'tokenize',
  'graphql',
] as const

/** A fault on demand: what happens to calls of one operation, before their work or after it was committed. */
const Fault = z
  .strictObject({
    operation: z.enum(operations),
    when: z.enum(['before', 'after']),
    act: z.enum(['delay', 'drop', 'answer']),
    /** How long to wait; for delay. */
    milliseconds: z.number().int().min(1).max(600_000).optional(),
    /** What to answer; for answer. */
    status: z.number().int().min(400).max(599).optional(),
    /** How many calls it hits; without it, every call until it is taken away. */
    times: z.number().int().min(1).optional(),
  })
  .refine(
    (fault) => (fault.act === 'delay') === (fault.milliseconds !== undefined),
    'delay, and only delay, needs milliseconds',
  )
  .refine(
    (fault) => (fault.act === 'answer') === (fault.status !== undefined),
    'answer, and only answer, needs status',
  )
const FaultsRequest = z.strictObject({ faults: z.array(Fault).max(50) })
type FaultRow = typeof faults.$inferSelect

/** Sets the merchant's faults in place of those before; an empty list means that all is well. */
export async function setFaults(gateway: Gateway, request: unknown): Promise<void> {
  const wanted = understand(FaultsRequest, request).faults
  const merchantId = gateway.merchant.id
  await inTransaction(gateway, async (within) => {
    await within.db.delete(faults).where(eq(faults.merchantId, merchantId))
    const rows = wanted.map(({ when, ...fault }) => ({ merchantId, moment: when, ...fault }))
    if (rows.length) await within.db.insert(faults).values(rows)
  })
}

/** The merchant's faults, each with the number of calls that it hit so far. */
export async function listFaults(gateway: Gateway) {
  const isOurs = eq(faults.merchantId, gateway.merchant.id)
  const rows = await gateway.db.select().from(faults).where(isOurs).orderBy(asc(faults.number))
  return rows.map(({ operation, moment, act, milliseconds, status, times, hits }) => ({
    operation,
    when: moment,
    act,
    milliseconds: milliseconds ?? undefined,
    status: status ?? undefined,
    times: times ?? undefined,
    hits,
  }))
}

/** Wraps the calls of one operation in the faults that are set for it. */
export function faulty(
  gateway: Gateway,
  operation: (typeof operations)[number],
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const hits = await takeFaults(gateway, operation)
    const before = await strike(hits, 'before', c.env)
    if (before) return before
    await next()
    const after = await strike(hits, 'after', c.env)
    if (!after) return
    c.res = undefined
    c.res = after
  }
}

/** Lets the faults of one moment happen; gives the answer that ends the call, if one does. */
async function strike(
  hits: FaultRow[],
  moment: string,
  { incoming }: HttpBindings,
): Promise<Response | undefined> {
  for (const fault of hits.filter((hit) => hit.moment === moment)) {
    if (fault.act === 'delay') await wait(fault.milliseconds ?? 0)
    if (fault.act === 'answer')
      return new Response('The sandbox was told to fail here.', { status: fault.status ?? 500 })
    if (fault.act === 'drop') {
      incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    }
  }
  return undefined
}

/** Counts a call against each fault of its operation; of calls at the same moment no more than `times` are hit. */
function takeFaults(gateway: Gateway, operation: string): Promise<FaultRow[]> {
  return gateway.db
    .update(faults)
    .set({ hits: sql`${faults.hits} + 1` })
    .where(
      and(
        eq(faults.merchantId, gateway.merchant.id),
        eq(faults.operation, operation),
        or(isNull(faults.times), lt(faults.hits, faults.times)),
      ),
    )
    .returning()
}
