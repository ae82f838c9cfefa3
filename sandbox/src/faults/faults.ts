import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Context } from 'hono'
import { z } from 'zod'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { BadRequest, understand } from '../platform/requests.ts'
import { CallFault, draw, Fault, type Operation, settled, waitOf } from './fault.ts'
import { faults } from './faults.tables.ts'
import { operationOf } from './operations.ts'

const FaultsRequest = z.strictObject({ faults: z.array(Fault).max(50) })
export type FaultRow = typeof faults.$inferSelect
type Hit = { fault: CallFault; call: number }

/** Sets the merchant's faults in place of those before; an empty list means that all is well. */
export async function setFaults(gateway: Gateway, request: unknown): Promise<void> {
  const wanted = understand(FaultsRequest, request).faults
  const merchantId = gateway.merchant.id
  await inTransaction(gateway, async (within) => {
    await within.db.delete(faults).where(eq(faults.merchantId, merchantId))
    const rows = wanted.map((fault) => ({ merchantId, operation: fault.operation, fault }))
    if (rows.length) await within.db.insert(faults).values(rows)
  })
}

/** Adds a fault to those that are set. */
export async function addFault({ db, merchant }: Gateway, request: unknown): Promise<void> {
  const fault = understand(Fault, request)
  await db.insert(faults).values({ merchantId: merchant.id, operation: fault.operation, fault })
}

/** Ends one of the merchant's faults, by its number, or all. */
export async function endFaults({ db, merchant }: Gateway, number?: number): Promise<void> {
  const isOurs = eq(faults.merchantId, merchant.id)
  await db.delete(faults).where(number === undefined ? isOurs : and(isOurs, eq(faults.number, number)))
}

/** The merchant's faults, each with the number of calls that it hit so far. */
export async function listFaults(gateway: Gateway) {
  return (await faultRows(gateway)).map(({ fault, hits }) => ({ ...fault, hits }))
}

export function faultRows({ db, merchant }: Gateway): Promise<FaultRow[]> {
  return db.select().from(faults).where(eq(faults.merchantId, merchant.id)).orderBy(asc(faults.number))
}

/** Does a call with what is set to go wrong with it: by the merchant's faults, or by its header X-Sandbox-Fault. */
export async function withFaults(
  gateway: Gateway & { isFaulty: boolean },
  c: Context<{ Bindings: HttpBindings }>,
  work: () => Response | Promise<Response>,
): Promise<Response> {
  const header = c.req.header('x-sandbox-fault')
  if (header === undefined && !gateway.isFaulty) return work()
  const hits = [
    ...(header === undefined ? [] : [{ fault: settled(readHeader(header), 1), call: 1 }]),
    ...(await takeFaults(gateway, operationOf(c.req.method, c.req.path))),
  ]
  const notDone = new Response('<?xml version="1.0"?><nothing/>', {
    headers: { 'Content-Type': 'application/xml' },
  })
  const before = await strike(hits, 'before', c.env, notDone)
  if (before) return before
  const answer = await work()
  return (await strike(hits, 'after', c.env, answer)) ?? answer
}

function readHeader(header: string): CallFault {
  try {
    return understand(CallFault, JSON.parse(header))
  } catch (cause) {
    const words = cause instanceof BadRequest ? cause.message : 'it is not JSON.'
    throw new BadRequest(`The header X-Sandbox-Fault is wrong: ${words}`, { cause })
  }
}

/** Lets the faults of one moment happen; gives the answer that ends the call, if one does. */
async function strike(
  hits: Hit[],
  moment: string,
  { incoming: { socket } }: HttpBindings,
  answer: Response,
): Promise<Response | undefined> {
  for (const { fault, call } of hits.filter((hit) => hit.fault.when === moment)) {
    if (fault.act === 'delay') await wait(waitOf(fault, call))
    if (fault.act === 'answer')
      return new Response('The sandbox was told to fail here.', { status: fault.status ?? 500 })
    if (fault.act === 'garble') return garbled(answer, fault.content)
    if (fault.act === 'drop') socket.destroy()
    if (fault.act === 'hang' && !socket.destroyed) await once(socket, 'close')
    if (fault.act === 'drop' || fault.act === 'hang') return RESPONSE_ALREADY_SENT
  }
  return undefined
}

const page = '<!doctype html><title>Bad gateway</title><h1>Something between us went wrong.</h1>\n'

async function garbled(answer: Response, content: CallFault['content']): Promise<Response> {
  const sent = Buffer.from(await answer.arrayBuffer())
  const plain = answer.headers.get('content-encoding') === 'gzip' ? gunzipSync(sent) : sent
  const headers = new Headers(answer.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  if (content === 'html') headers.set('content-type', 'text/html; charset=utf-8')
  if (content === 'content_type') headers.set('content-type', 'text/plain; charset=utf-8')
  const body = {
    html: page,
    cut: plain.subarray(0, Math.floor(plain.length / 2)),
    content_type: plain,
    empty: '',
  }[content ?? 'empty']
  return new Response(body, { status: answer.status, headers })
}

/** Counts a call against each fault of its operation; of calls at the same moment no more than `times` are hit. */
async function takeFaults(gateway: Gateway, operation: Operation): Promise<Hit[]> {
  const isMeant = and(
    eq(faults.merchantId, gateway.merchant.id),
    inArray(faults.operation, [operation, 'any']),
  )
  return inTransaction(gateway, async ({ db }) => {
    const rows = await db.select().from(faults).where(isMeant).orderBy(asc(faults.number)).for('update')
    const hits: Hit[] = []
    for (const { number, fault, calls, hits: before } of rows) {
      const call = calls + 1
      const isLeft = fault.times === undefined || before < fault.times
      const isHit = isLeft && draw(fault.seed ?? 1, call, 'rate') < (fault.rate ?? 1)
      if (isHit) hits.push({ fault: settled(fault, call), call })
      await db
        .update(faults)
        .set({ calls: call, hits: isHit ? before + 1 : before })
        .where(eq(faults.number, number))
    }
    return hits
  })
}
