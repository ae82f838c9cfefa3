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
import { BadRequest, parseRequest } from '../platform/http/requests.ts'
import { CallFault, delayFor, drawRandom, Fault, type Operation, resolveRandom } from './fault.ts'
import { faults } from './faults.tables.ts'
import { operationsFor } from './operations.ts'

const FaultsRequest = z.strictObject({ faults: z.array(Fault).max(50) })
export type FaultRow = typeof faults.$inferSelect
/** `number` is its row's, if it has one. */
type Hit = { fault: CallFault; call: number; number?: number }
/** The body is read first: the caller may disconnect before the end. */
export type Call = { request: Request; body: string }
/** Values of a call, and order and customer of the records that it names. */
export type FindSubjects = (within: Gateway, call: Call) => Promise<Set<string>>

/** Replaces the merchant's faults. */
export async function setFaults(gateway: Gateway, request: unknown): Promise<void> {
  const newFaults = parseRequest(FaultsRequest, request).faults
  const merchantId = gateway.merchant.id
  await inTransaction(gateway, async (within) => {
    await within.db.delete(faults).where(eq(faults.merchantId, merchantId))
    const rows = newFaults.map((fault) => ({ merchantId, operation: fault.operation, fault }))
    if (rows.length) await within.db.insert(faults).values(rows)
  })
}

export async function addFault({ db, merchant }: Gateway, request: unknown) {
  const fault = parseRequest(Fault, request)
  const row = { merchantId: merchant.id, operation: fault.operation, fault }
  const [added] = await db.insert(faults).values(row).returning()
  return faultAnswer(found(added, 'fault'))
}

/** By its number, or all. */
export async function endFaults({ db, merchant }: Gateway, number?: number): Promise<void> {
  const isOurs = eq(faults.merchantId, merchant.id)
  await db.delete(faults).where(number === undefined ? isOurs : and(isOurs, eq(faults.number, number)))
}

export async function listFaults(gateway: Gateway) {
  return (await faultRows(gateway)).map(faultAnswer)
}

const faultAnswer = ({ number, fault, hits }: FaultRow) => ({ number, ...fault, hits })

export function faultRows({ db, merchant }: Gateway): Promise<FaultRow[]> {
  return db.select().from(faults).where(eq(faults.merchantId, merchant.id)).orderBy(asc(faults.number))
}

/** By the merchant's faults, or by the call's header X-Sandbox-Fault. */
export async function withFaults(
  gateway: Gateway & { isFaulty: boolean },
  c: Context<{ Bindings: HttpBindings }>,
  work: (request: Request) => Response | Promise<Response>,
  findSubjects: FindSubjects,
): Promise<Response> {
  const header = c.req.header('x-sandbox-fault')
  if (header === undefined && !gateway.isFaulty) return work(c.req.raw)
  const call = await readCall(c.req.raw)
  const hits = [
    ...(header === undefined ? [] : [{ fault: resolveRandom(readHeader(header), 1), call: 1 }]),
    ...(await takeFaults(gateway, operationsFor(c.req.method, c.req.path), (within) =>
      findSubjects(within, call),
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
    return parseRequest(CallFault, JSON.parse(header))
  } catch (cause) {
    const reason = cause instanceof BadRequest ? cause.message : 'it is not JSON.'
    throw new BadRequest(`The header X-Sandbox-Fault is wrong: ${reason}`, { cause })
  }
}

/** Gives the answer that ends the call, if any. */
async function strike(
  gateway: Gateway,
  hits: Hit[],
  moment: string,
  { incoming: { socket } }: HttpBindings,
  answer: Response,
): Promise<Response | undefined> {
  for (const { fault, call, number } of hits.filter((hit) => hit.fault.when === moment)) {
    if (fault.act === 'delay') await wait(delayFor(fault, call))
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

/** Ten minutes at most. */
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

/** Concurrent calls are counted one by one, so that no more than `times` are hit. */
async function takeFaults(
  gateway: Gateway,
  operations: Operation[],
  findSubjects: (within: Gateway) => Promise<Set<string>>,
): Promise<Hit[]> {
  const isMeant = and(eq(faults.merchantId, gateway.merchant.id), inArray(faults.operation, operations))
  return inTransaction(gateway, async (within) => {
    const { db } = within
    const rows = await db.select().from(faults).where(isMeant).orderBy(asc(faults.number)).for('update')
    const subjects = rows.some(({ fault }) => fault.about) ? await findSubjects(within) : new Set<string>()
    const hits: Hit[] = []
    for (const { number, fault, calls, hits: before } of rows) {
      if (fault.about !== undefined && !subjects.has(fault.about)) continue
      const call = calls + 1
      const isDue = call > (fault.skip ?? 0) && before < (fault.times ?? Number.POSITIVE_INFINITY)
      const isHit = isDue && drawRandom(fault.seed ?? 1, call, 'rate') < (fault.rate ?? 1)
      if (isHit) hits.push({ fault: resolveRandom(fault, call), call, number })
      await db
        .update(faults)
        .set({ calls: call, hits: isHit ? before + 1 : before })
        .where(eq(faults.number, number))
    }
    return hits
  })
}
