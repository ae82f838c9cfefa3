import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { PaymentPart } from '#ledger/credit.db.server.ts'
import { moveToCredit, partsInPlaces } from '#ledger/credit.db.server.ts'
import type { MeansKind } from '#payments/means.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Actor } from '#platform/actor.ts'
import { type Db, queryRows } from '#platform/database/db.ts'
import { sumCents } from '#platform/format/money.ts'
import { owedBackCents } from '#registrations/registrations.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import type { OfflineWay } from '#registrations/ways-to-pay.ts'
import type { BackPart, PartState } from './refund-parts.ts'

/** Money of a payment in a place, refundable. */
export type PartToGiveBack = BackPart &
  PaymentPart & { registrationId: number; transactionId: string | null; chargeCents: number | null }

type Row = PaymentPart & {
  registrationId: number
  movedCents: number
  transactionId: string | null
  chargeCents: number | null
  means: MeansKind | null
  label: string | null
  how: OfflineWay | null
}

/** By payment, the earliest first, less refunds under way. */
export async function listParts(db: Db, ids: number[]): Promise<PartToGiveBack[]> {
  const rows = await queryRows<Row>(
    db,
    sql`select part.registration_id as "registrationId", part.charge_id as "chargeId", part.recorded_id as "recordedId",
      part.moved_cents as "movedCents", charges.transaction_id as "transactionId",
      charges.amount_cents::int as "chargeCents", charges.means, charges.means_label as label, by_hand.how,
      part.cents - coalesce((select sum(amount_cents)::int from refunds
        where refunds.registration_id = part.registration_id and refunds.charge_id = part.charge_id
          and refunds.state in ('pending', 'unknown', 'queued')), 0) as cents
    from (${partsInPlaces(ids)}) as part
    left join charges on charges.id = part.charge_id
    left join offline_payments as by_hand on by_hand.id = part.recorded_id
    order by part.first_id`,
  )
  return rows.flatMap(toParts).filter(({ cents }) => cents > 0)
}

export const listPlaceParts = (db: Db, registrationId: number) => listParts(db, [registrationId])

/** What giving up each place would refund, by payment. */
export async function backPartsByPlace(db: Db, ids: number[]): Promise<Record<number, BackPart[]>> {
  if (ids.length === 0) return {}
  const parts = await listParts(db, ids)
  const partsFor = (id: number) => parts.filter(({ registrationId }) => registrationId === id)
  return Object.fromEntries(
    ids.map((id) => [id, partsFor(id).map(({ by, cents, means }) => ({ by, cents, means }))]),
  )
}

/** Credit of an unknown payment becomes credit again; other money that was not paid online is owed by hand. */
function toParts({ movedCents, means, how, ...part }: Row): PartToGiveBack[] {
  if (part.chargeId) return [{ ...part, by: 'card', means: means ?? 'card' }]
  const creditCents = part.recordedId === null ? Math.min(part.cents, movedCents) : 0
  return [
    { ...part, by: 'credit', means: null, cents: creditCents },
    { ...part, by: 'hand', means: how, cents: part.cents - creditCents },
  ]
}

/** Moves money of unknown payments back to credit; returns the sum. */
export async function creditAgain(
  tx: Db,
  by: Actor,
  { familyId, registrationId }: { familyId: string; registrationId: number },
): Promise<number> {
  const parts = (await listPlaceParts(tx, registrationId)).filter((part) => part.by === 'credit')
  await moveToCredit(tx, by, { familyId, registrationId }, parts.map(toPaymentPart))
  return sumCents(parts.map(({ cents }) => cents))
}

export const toPaymentPart = ({ chargeId, recordedId, cents }: PaymentPart): PaymentPart => ({
  ...{ chargeId, recordedId, cents },
})

export async function hasPaidFor(tx: Db, registrationId: number, transactionId: string): Promise<boolean> {
  const isIts = sql`exists (select from postings where registration_id = ${registrationId}
    and charge_id = ${charges.id} and kind in ('paid', 'taken back', 'not settled', 'moved') having sum(cents) < 0)`
  return (await tx.$count(charges, and(eq(charges.transactionId, transactionId), isIts))) > 0
}

/** Refunded by the gateway, or being refunded. */
export async function isGoingBackOnline(tx: Db, registrationId: number): Promise<boolean> {
  const isOnline = and(isNotNull(refunds.chargeId), ne(refunds.state, 'failed'))
  return (await tx.$count(refunds, and(eq(refunds.registrationId, registrationId), isOnline))) > 0
}

export type BackWithState = BackPart & {
  state: PartState
  refundId: string | null
  transactionId: string | null
  paidWith: string | null
}

/** The state of a given-up place and of its refunds, by payment. */
export async function readRefundState(db: Db, registrationId: number) {
  const [place] = await db
    .select({ removedAt: registrations.removedAt, owedBackCents })
    .from(registrations)
    .where(eq(registrations.id, registrationId))
  const asked = await db
    .select({
      refundId: refunds.id,
      cents: refunds.amountCents,
      state: refunds.state,
      transactionId: refunds.transactionId,
      endedBy: refunds.endedBy,
      means: charges.means,
      label: charges.meansLabel,
      paidWith: charges.transactionId,
    })
    .from(refunds)
    .innerJoin(charges, eq(charges.id, refunds.chargeId))
    .where(and(eq(refunds.registrationId, registrationId), ne(refunds.state, 'failed')))
    .orderBy(refunds.createdAt, refunds.id)
  const byFamily = asked.filter(({ endedBy }) => endedBy === null)
  const shown = byFamily.length > 0 ? byFamily : place?.removedAt ? asked : []
  const cards = shown.map(({ state, endedBy: _, means, ...refund }): BackWithState => {
    const is = state === 'done' ? 'refunded' : state === 'queued' ? 'queued' : 'asking'
    return { ...refund, by: 'card', state: is, means: means ?? 'card' }
  })
  const remaining = await listPlaceParts(db, registrationId)
  const noRefund = { refundId: null, transactionId: null, paidWith: null }
  const handCents = place?.removedAt
    ? Math.max(0, place.owedBackCents)
    : sumCents(remaining.flatMap(({ by, cents }) => (by === 'hand' ? cents : [])))
  const distinctMeans = new Set(remaining.filter(({ by }) => by !== 'credit').map(({ means }) => means))
  const [means = null] = distinctMeans.size === 1 ? distinctMeans : []
  const creditCents = await creditedFor(db, registrationId)
  const parts: BackWithState[] = [
    ...cards,
    { by: 'hand' as const, state: 'owed' as const, means, cents: handCents, ...noRefund },
    { by: 'credit' as const, state: 'credited' as const, means: null, cents: creditCents, ...noRefund },
  ].filter(({ cents }) => cents > 0)
  return { isThere: !place?.removedAt, parts }
}

async function creditedFor(db: Db, registrationId: number): Promise<number> {
  const [credited] = await queryRows<{ cents: number }>(
    db,
    sql`select coalesce(sum(cents), 0)::int as cents from postings
      where registration_id = ${registrationId} and kind = 'moved' and cents > 0 and by like 'family:%'
        and charge_id is null and recorded_id is null`,
  )
  return credited?.cents ?? 0
}
