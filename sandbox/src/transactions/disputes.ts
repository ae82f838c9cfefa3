import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { hashNumber } from '../payment-instruments/cards.ts'
import { cardFor, type Means } from '../payment-instruments/means.ts'
import { found, refuse } from '../platform/errors.ts'
import { type Gateway, inTransaction, newId } from '../platform/gateway.ts'
import { optionalText, text } from '../platform/http/requests.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import { enqueueWebhook } from '../webhook-outbox/webhooks.ts'
import { type DisputeStatus, disputes, type Evidence } from './disputes.tables.ts'
import type { Transaction } from './transactions.ts'

export type Dispute = typeof disputes.$inferSelect
const disputedNumber = '4023898493988028'
const daysToReply = 20
/** Keywords in the evidence that decide the dispute. */
const verdicts = { compelling_evidence: 'won', losing_evidence: 'lost' } as const

export function isDisputed(gateway: Gateway, means: Means): boolean {
  return cardFor(means)?.numberHash === hashNumber(disputedNumber, gateway.secrets.hashKey)
}

export async function openDispute(gateway: Gateway, sale: Transaction): Promise<Dispute> {
  const now = new Date()
  const [opened] = await gateway.db
    .insert(disputes)
    .values({
      merchantId: gateway.merchant.id,
      id: newId(16),
      transactionId: sale.id,
      amountCents: sale.amountCents,
      currency: sale.currency,
      merchantAccountId: sale.merchantAccountId,
      status: 'open',
      receivedOn: formatDay(now),
      replyBy: formatDay(new Date(now.getTime() + daysToReply * 24 * 60 * 60 * 1000)),
      history: [{ status: 'open', timestamp: now.toISOString() }],
    })
    .returning()
  if (!opened) throw new Error('The database kept no dispute.')
  await enqueueWebhook(gateway, 'dispute_opened', 'dispute', opened.id)
  return opened
}

/** By transaction, oldest first. */
export async function readDisputesBySale(gateway: Gateway, ids: string[]): Promise<Map<string, Dispute[]>> {
  if (!ids.length) return new Map()
  const rows = await gateway.db
    .select()
    .from(disputes)
    .where(and(eq(disputes.merchantId, gateway.merchant.id), inArray(disputes.transactionId, ids)))
    .orderBy(asc(disputes.number))
  return new Map(ids.map((id) => [id, rows.filter((row) => row.transactionId === id)]))
}

/** Braintree's Dispute: Find. */
export async function findDispute(gateway: Gateway, id: string): Promise<Dispute> {
  return found(await disputeById(gateway, id), `dispute ${id}`)
}

export async function disputeById(gateway: Gateway, id: string): Promise<Dispute | undefined> {
  const [row] = await gateway.db.select().from(disputes).where(isDispute(gateway, id))
  return row
}

/** Braintree's Dispute: Accept. */
export function acceptDispute(gateway: Gateway, id: string): Promise<Dispute> {
  return withLocked(gateway, id, (within, row) =>
    row.status === 'open' ? moveDispute(within, row, 'accepted') : refuse('95704', 'dispute'),
  )
}

/** Braintree's Dispute: Finalize; a keyword in the evidence decides. */
export function finalizeDispute(gateway: Gateway, id: string): Promise<Dispute> {
  return withLocked(gateway, id, async (within, row) => {
    if (row.status !== 'open') refuse('95705', 'dispute')
    const handedIn = await moveDispute(within, row, 'disputed')
    const comments = row.evidence.map(({ comment }) => comment).join(' ')
    const verdict = Object.entries(verdicts).find(([keyword]) => comments.includes(keyword))?.[1]
    return verdict ? moveDispute(within, handedIn, verdict) : handedIn
  })
}

export function decideDispute(gateway: Gateway, id: string, status: DisputeStatus): Promise<Dispute> {
  return withLocked(gateway, id, (within, row) =>
    ['open', 'disputed'].includes(row.status) ? moveDispute(within, row, status) : refuse('95704', 'dispute'),
  )
}

const EvidenceRequest = z.object({
  evidence: z.object({ comments: text, category: optionalText, sequence_number: optionalText }),
})

/** Braintree's Dispute: Add Text Evidence. */
export async function addEvidence(gateway: Gateway, id: string, request: unknown): Promise<Evidence> {
  const { comments, category, sequence_number } = parseStrictly(EvidenceRequest, request).evidence
  if (category !== undefined && !/^[A-Z][A-Z0-9_]*$/.test(category)) refuse('95706', 'dispute')
  const evidence: Evidence = {
    id: newId(16),
    comment: comments,
    category: category ?? null,
    sequenceNumber: sequence_number ?? null,
    createdAt: new Date().toISOString(),
  }
  await withLocked(gateway, id, (within, row) =>
    row.status === 'open'
      ? changeDispute(within, row, { evidence: [...row.evidence, evidence] })
      : refuse('95701', 'dispute'),
  )
  return evidence
}

/** Braintree's Dispute: Remove Evidence. */
export function removeEvidence(gateway: Gateway, id: string, evidenceId: string): Promise<Dispute> {
  return withLocked(gateway, id, (within, row) => {
    const remaining = row.evidence.filter((evidence) => evidence.id !== evidenceId)
    found(
      remaining.length < row.evidence.length ? remaining : undefined,
      `evidence ${evidenceId} in dispute ${id}`,
    )
    return row.status === 'open'
      ? changeDispute(within, row, { evidence: remaining })
      : refuse('95702', 'dispute')
  })
}

async function moveDispute(gateway: Gateway, row: Dispute, status: DisputeStatus): Promise<Dispute> {
  const event = { status, timestamp: new Date().toISOString() }
  const moved = await changeDispute(gateway, row, { status, history: [...row.history, event] })
  await enqueueWebhook(gateway, `dispute_${status}`, 'dispute', row.id)
  return moved
}

async function changeDispute(gateway: Gateway, row: Dispute, change: Partial<Dispute>): Promise<Dispute> {
  const [changed] = await gateway.db
    .update(disputes)
    .set({ ...change, updatedAt: sql`now()` })
    .where(isDispute(gateway, row.id))
    .returning()
  return found(changed, `dispute ${row.id}`)
}

function withLocked(
  gateway: Gateway,
  id: string,
  work: (within: Gateway, row: Dispute) => Promise<Dispute>,
): Promise<Dispute> {
  return inTransaction(gateway, async (within) => {
    const [row] = await within.db.select().from(disputes).where(isDispute(within, id)).for('update')
    return work(within, found(row, `dispute ${id}`))
  })
}

function isDispute(gateway: Gateway, id: string) {
  return and(eq(disputes.merchantId, gateway.merchant.id), eq(disputes.id, id))
}

export function formatDay(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
