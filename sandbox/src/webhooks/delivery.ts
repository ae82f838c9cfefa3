import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { gatewayOf } from '../callers/merchants.ts'
import { webhooks } from '../outbox/webhooks.tables.ts'
import type { Webhook } from '../outbox/webhooks.ts'
import type { Gateway, Sandbox } from '../platform/gateway.ts'
import { settleDue } from '../transactions/settlement.ts'
import { signatureOf, writePayload } from './notification.ts'

const pause = 1000
const patience = 10_000
const atOnce = 10
const mostTries = 12
const longestWait = 3600
/** Longer than a try can take: then its process has died, and another may take over. */
const leaseSeconds = 30

/**
 * Delivers notifications as they come, and settles what is due, until the returned function is called.
 * Any number of processes may do so on one database: a notification that one has taken, no other takes.
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
    await rest(signal)
  }
}

async function rest(signal: AbortSignal): Promise<void> {
  try {
    await wait(pause, undefined, { signal })
  } catch (problem) {
    if (!signal.aborted) throw problem
  }
}

/** Tries what is due, a few at once; says whether there was any. */
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
  const gateway = await gatewayOf(sandbox, webhook.merchantId)
  const payload = gateway && (await payloadOf(gateway, webhook))
  if (!payload) return keep(sandbox, webhook, { dueAt: null, lastAnswer: 'What it told of is gone.' })
  const body = new URLSearchParams({ bt_signature: signatureOf(gateway, payload), bt_payload: payload })
  const { isTaken, words } = await send(webhook.url, { method: 'POST', body })
  if (isTaken) {
    const next = webhook.tries <= gateway.merchant.webhookRepeats ? sql`now() + interval '1 second'` : null
    return keep(sandbox, webhook, { deliveredAt: sql`now()`, dueAt: next, lastAnswer: words })
  }
  const seconds = Math.min(2 ** webhook.tries, longestWait)
  const dueAt = webhook.tries < mostTries ? sql`now() + make_interval(secs => ${seconds})` : null
  await keep(sandbox, webhook, { dueAt, lastAnswer: words })
}

/** The document to send: kept with its first try, so that each further one sends the same. */
async function payloadOf(gateway: Gateway, webhook: Webhook): Promise<string | undefined> {
  if (webhook.payload !== null) return webhook.payload
  const payload = await writePayload(gateway, webhook)
  if (payload) await keep(gateway, webhook, { payload })
  return payload
}

async function keep(
  { db }: Sandbox,
  { number }: Webhook,
  change: Parameters<ReturnType<Sandbox['db']['update']>['set']>[0],
): Promise<void> {
  await db.update(webhooks).set(change).where(eq(webhooks.number, number))
}

/**
 * Asks an address to prove that it knows the merchant's keys, as Braintree does before it sends there
 * (webhookNotification.verify). Gives the words of what is wrong, or undefined when all is well.
 */
export async function challenge(gateway: Gateway, url: string): Promise<string | undefined> {
  const code = randomBytes(16).toString('hex')
  const address = new URL(url)
  address.searchParams.set('bt_challenge', code)
  const { isTaken, words, text } = await send(address.href, { method: 'GET' })
  if (!isTaken) return `The address answered ${words}.`
  return text.trim() === signatureOf(gateway, code) ? undefined : 'The address did not answer the challenge.'
}

async function send(url: string, request: RequestInit) {
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    })
    return { isTaken: response.ok, words: String(response.status), text: await response.text() }
  } catch (problem) {
    const cause = problem instanceof Error ? (problem.cause ?? problem) : problem
    const words = cause instanceof Error ? cause.message || cause.name : String(cause)
    return { isTaken: false, words, text: '' }
  }
}
