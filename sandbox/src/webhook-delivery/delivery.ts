import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { findGateway } from '../merchant-access/merchants.ts'
import type { Gateway, Sandbox } from '../platform/gateway.ts'
import { settleDue } from '../transactions/settlement.ts'
import { webhooks } from '../webhook-outbox/webhooks.tables.ts'
import type { Webhook } from '../webhook-outbox/webhooks.ts'
import { signPayload, writePayload } from './notification.ts'

const pause = 1000
const patience = 10_000
const atOnce = 10
const mostTries = 12
const longestWait = 3600
/** Longer than a try: after it, another process may take over. */
const leaseSeconds = 30

/**
 * Delivers notifications and settles due transactions until the returned function is called. Any number of processes
 * may share a database: each notification is leased by one.
 */
export function startDelivery(sandbox: Sandbox): () => Promise<void> {
  const stop = new AbortController()
  const ended = deliverUntil(sandbox, stop.signal)
  return () => {
    stop.abort()
    return ended
  }
}

async function deliverUntil(sandbox: Sandbox, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await settleDue(sandbox)
      while (await deliverDue(sandbox)) {}
    } catch (problem) {
      console.error('Webhooks could not be delivered; they will be tried again:', problem)
    }
    await pauseUntilNext(signal)
  }
}

async function pauseUntilNext(signal: AbortSignal): Promise<void> {
  try {
    await wait(pause, undefined, { signal })
  } catch (problem) {
    if (!signal.aborted) throw problem
  }
}

/** Whether anything was due. */
async function deliverDue(sandbox: Sandbox): Promise<boolean> {
  const taken = await sandbox.db
    .update(webhooks)
    .set({ tries: sql`${webhooks.tries} + 1`, dueAt: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(
      sql`${webhooks.number} in (select number from webhooks where due_at <= now()
        order by due_at limit ${atOnce} for update skip locked)`,
    )
    .returning()
  await Promise.all(taken.map((webhook) => tryOnce(sandbox, webhook)))
  return taken.length > 0
}

async function tryOnce(sandbox: Sandbox, webhook: Webhook): Promise<void> {
  const gateway = await findGateway(sandbox, webhook.merchantId)
  const payload = gateway && (await readPayload(gateway, webhook))
  if (!payload) return record(sandbox, webhook, { dueAt: null, lastAnswer: 'What it told of is gone.' })
  const body = new URLSearchParams({ bt_signature: signPayload(gateway, payload), bt_payload: payload })
  const { isTaken, answer } = await send(webhook.url, { method: 'POST', body })
  if (isTaken) {
    const next = webhook.tries <= gateway.merchant.webhookRepeats ? sql`now() + interval '1 second'` : null
    return record(sandbox, webhook, { deliveredAt: sql`now()`, dueAt: next, lastAnswer: answer })
  }
  const seconds = Math.min(2 ** webhook.tries, longestWait)
  const dueAt = webhook.tries < mostTries ? sql`now() + make_interval(secs => ${seconds})` : null
  await record(sandbox, webhook, { dueAt, lastAnswer: answer })
}

/** Stored with the first try, so that repeated tries send equal documents. */
async function readPayload(gateway: Gateway, webhook: Webhook): Promise<string | undefined> {
  if (webhook.payload !== null) return webhook.payload
  const payload = await writePayload(gateway, webhook)
  if (payload) await record(gateway, webhook, { payload })
  return payload
}

async function record(
  { db }: Sandbox,
  { number }: Webhook,
  change: Parameters<ReturnType<Sandbox['db']['update']>['set']>[0],
): Promise<void> {
  await db.update(webhooks).set(change).where(eq(webhooks.number, number))
}

/** As Braintree before the first delivery (webhookNotification.verify). Gives the problem, or undefined. */
export async function challenge(gateway: Gateway, url: string): Promise<string | undefined> {
  const code = randomBytes(16).toString('hex')
  const address = new URL(url)
  address.searchParams.set('bt_challenge', code)
  const { isTaken, answer, text } = await send(address.href, { method: 'GET' })
  if (!isTaken) return `The address answered ${answer}.`
  return text.trim() === signPayload(gateway, code) ? undefined : 'The address did not answer the challenge.'
}

async function send(url: string, request: RequestInit) {
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    })
    return { isTaken: response.ok, answer: String(response.status), text: await response.text() }
  } catch (problem) {
    const cause = problem instanceof Error ? (problem.cause ?? problem) : problem
    const answer = cause instanceof Error ? cause.message || cause.name : String(cause)
    return { isTaken: false, answer, text: '' }
  }
}
