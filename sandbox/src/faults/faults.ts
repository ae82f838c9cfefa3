import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Context } from 'hono'
import { z } from 'zod'
import { found } from '../platform/errors.ts'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { BadRequest, understand } from '../platform/requests.ts'
import { CallFault, draw, Fault, type Operation, settled, waitOf } from './fault.ts'
import { faults } from './faults.tables.ts'
import { operationsOf } from './operations.ts'

const FaultsRequest = z.strictObject({ faults: z.array(Fault).max(50) })
export type FaultRow = typeof faults.$inferSelect
/** A fault that hits a call; `number` is that of its row, where it has one. */
type Hit = { fault: CallFault; call: number; number?: number }
/** A call of an API, its body read: whoever sent it may be gone before it is done. */
export type Call = { request: Request; body: string }
/** Tells what a call is about: the values in it, and the order and the customer of the records that it names. */
export type SubjectsOf = (within: Gateway, call: Call) => Promise<Set<string>>

/** Sets the merchant's faults in place of those before; an empty list means that all is well. */
export async function setFaults(gateway: Gateway, request: unknown): Promise<void> {
  const newFaults = understand(FaultsRequest, request).faults
  const merchantId = gateway.merchant.id
  await inTransaction(gateway, async (within) => {
    await within.db.delete(faults).where(eq(faults.merchantId, merchantId))
    const rows = newFaults.map((fault) => ({ merchantId, operation: fault.operation, fault }))
    if (rows.length) await within.db.insert(faults).values(rows)
  })
}

/** Adds a fault to those that are set. */
export async function addFault({ db, merchant }: Gateway, request: unknown) {
  const fault = understand(Fault, request)
  const row = { merchantId: merchant.id, operation: fault.operation, fault }
  const [added] = await db.insert(faults).values(row).returning()
  return faultAnswer(found(added, 'fault'))
}

/** Ends one of the merchant's faults, by its number, or all. */
export async function endFaults({ db, merchant }: Gateway, number?: number): Promise<void> {
  const isOurs = eq(faults.merchantId, merchant.id)
  await db.delete(faults).where(number === undefined ? isOurs : and(isOurs, eq(faults.number, number)))
}

/** The merchant's faults, each with its number and that of the calls that it hit so far. */
export async function listFaults(gateway: Gateway) {
  return (await faultRows(gateway)).map(faultAnswer)
}

const faultAnswer = ({ number, fault, hits }: FaultRow) => ({ number, ...fault, hits })

export function faultRows({ db, merchant }: Gateway): Promise<FaultRow[]> {
  return db.select().from(faults).where(eq(faults.merchantId, merchant.id)).orderBy(asc(faults.number))
}

/** Does a call with what is set to go wrong with it: by the merchant's faults, or by its header X-Sandbox-Fault. */
export async function withFaults(
  gateway: Gateway & { isFaulty: boolean },
  c: Context<{ Bindings: HttpBindings }>,
  work: (request: Request) => Response | Promise<Response>,
  subjectsOf: SubjectsOf,
): Promise<Response> {
  const header = c.req.header('x-sandbox-fault')
  if (header === undefined && !gateway.isFaulty) return work(c.req.raw)
  const call = await readCall(c.req.raw)
  const hits = [
    ...(header === undefined ? [] : [{ fault: settled(readHeader(header), 1), call: 1 }]),
    ...(await takeFaults(gateway, operationsOf(c.req.method, c.req.path), (within) =>
      subjectsOf(within, call),
    )),
  ]
  const notDone = new Response('<?xml version="1.0"?><nothing/>', {
    headers: { 'Content-Type': 'application/xml' },
  })
  const before = await strike(gateway, hits, 'before', c.env, notDone)
  if (before) return before
  const answer = await work(call.request)
  return (await strike(gateway, hits, 'after', c.env, answer)) ?? answer
}

async function readCall(request: Request): Promise<Call> {
  const { url, method, headers } = request
  const body = await request.text()
  return { request: new Request(url, { method, headers, body: body || undefined }), body }
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
  gateway: Gateway,
  hits: Hit[],
  moment: string,
  { incoming: { socket } }: HttpBindings,
  answer: Response,
): Promise<Response | undefined> {
  for (const { fault, call, number } of hits.filter((hit) => hit.fault.when === moment)) {
    if (fault.act === 'delay') await wait(waitOf(fault, call))
    if (fault.act === 'hold') await untilEnded(gateway, number)
    if (fault.act === 'answer')
      return new Response('The sandbox was told to fail here.', { status: fault.status ?? 500 })
    if (fault.act === 'garble') return garbled(answer, fault.content)
    if (fault.act === 'drop') socket.destroy()
    if (fault.act === 'hang' && !socket.destroyed) await once(socket, 'close')
    if (fault.act === 'drop' || fault.act === 'hang') return RESPONSE_ALREADY_SENT
  }
  return undefined
}

const longestHold = 600_000
const betweenLooks = 50

/** Waits until a fault is ended by whoever set it, ten minutes at most. */
async function untilEnded(gateway: Gateway, number: number | undefined): Promise<void> {
  const end = Date.now() + longestHold
  while (Date.now() < end && (await faultRows(gateway)).some((row) => row.number === number))
    await wait(betweenLooks)
}

const page = '<!doctype html><title>Bad gateway</title><h1>Something between us went wrong.</h1>\n'

async function garbled(answer: Response, content: CallFault['content']): Promise<Response> {
  const sent = Buffer.from(await answer.arrayBuffer())
  const plain = answer.headers.get('content-encoding') === 'gzip' ? gunzipSync(sent) : sent
  const headers = new Headers(answer.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  if (content === 'html') headers.set('content-type', 'text/html; charset=utf-8')
  if (content === 'content_type' || content === 'text')
    headers.set('content-type', 'text/plain; charset=utf-8')
  const body = {
    html: page,
    text: 'upstream connect error or disconnect/reset before headers\n',
    cut: plain.subarray(0, Math.floor(plain.length / 2)),
    content_type: plain,
    empty: '',
  }[content ?? 'empty']
  return new Response(body, { status: answer.status, headers })
}

/** Counts a call against each fault of its operation; of calls at the same moment no more than `times` are hit. */
async function takeFaults(
  gateway: Gateway,
  operations: Operation[],
  subjectsOf: (within: Gateway) => Promise<Set<string>>,
): Promise<Hit[]> {
  const isMeant = and(eq(faults.merchantId, gateway.merchant.id), inArray(faults.operation, operations))
  return inTransaction(gateway, async (within) => {
    const { db } = within
    const rows = await db.select().from(faults).where(isMeant).orderBy(asc(faults.number)).for('update')
    const subjects = rows.some(({ fault }) => fault.about) ? await subjectsOf(within) : new Set<string>()
    const hits: Hit[] = []
    for (const { number, fault, calls, hits: before } of rows) {
      if (fault.about !== undefined && !subjects.has(fault.about)) continue
      const call = calls + 1
      const isLeft = call > (fault.skip ?? 0) && before < (fault.times ?? Number.POSITIVE_INFINITY)
      const isHit = isLeft && draw(fault.seed ?? 1, call, 'rate') < (fault.rate ?? 1)
      if (isHit) hits.push({ fault: settled(fault, call), call, number })
      await db
        .update(faults)
        .set({ calls: call, hits: isHit ? before + 1 : before })
        .where(eq(faults.number, number))
    }
    return hits
  })
}
