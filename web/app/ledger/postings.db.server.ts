import {
  type AnyColumn,
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  max,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { type Db, queryRows } from '#platform/database/db.ts'
import { type PostingKind, postings } from './postings.tables.ts'

export type NewPosting = PostingTarget & {
  cents: number
  kind: PostingKind
  chargeId?: string | null
  recordedId?: number | null
  refundId?: string | null
  reason?: string | undefined
  /** Idempotency key: a posting with a used one is skipped. */
  key?: string | undefined
  at?: Date | undefined
}

type PostingTarget = { registrationId: number } | { registrationId: null; familyId: string }

/**
 * Posts to locked places and updates their `due_cents`. Each posting names the family that its place was registered
 * for, so that undoing a merge moves both back.
 */
export async function post(tx: Db, by: Actor, rows: NewPosting[]): Promise<void> {
  if (rows.length === 0) return
  const posted = tx.$with('posted').as(
    tx
      .insert(postings)
      .values(rows.map((row) => ({ ...row, by, familyId: toFamilyId(row) })))
      .onConflictDoNothing()
      .returning({ registrationId: postings.registrationId, cents: postings.cents }),
  )
  const change = sql`update registrations set due_cents = due_cents + change.cents
    from (select registration_id, sum(cents) as cents from posted group by registration_id) as change
    where registrations.id = change.registration_id`
  await tx.with(posted, tx.$with('changed', {}).as(change)).select().from(posted)
}

const toFamilyId = (row: NewPosting) =>
  row.registrationId === null
    ? row.familyId
    : sql`(select family_id from registrations where id = ${row.registrationId})`

/**
 * Posts from a CTE of a statement that sets `due_cents` itself, since PostgreSQL updates a row once in a statement.
 * `rows`: kind, family, place, cents, charge, recorded payment, refund, in order.
 */
export const posting = (by: SQL, rows: SQL) =>
  sql`insert into postings (by, kind, family_id, registration_id, cents, charge_id, recorded_id, refund_id)
    select ${by}, rows.* from (${rows}) as rows`

/** What each place costs until now; giving it up reverses this. */
export const selectCosts = (ids: number[]) =>
  sql`select registration_id, sum(cents)::int as cents from postings
    where registration_id = any(${sql.param(ids)}::int[]) and kind in ('price', 'waived', 'fee') group by registration_id`

/**
 * Money paid for a place, moved to or from it, or withdrawn. Not the repayment of a refund whose check bounced (it
 * names the refund).
 */
const isForPlace = and(
  inArray(postings.kind, ['paid', 'taken back', 'not settled', 'moved']),
  or(ne(postings.kind, 'paid'), isNull(postings.refundId)),
)

/**
 * The last payment whose money a place has or had when given up. A refunded one counts, a withdrawn or unsettled one
 * does not. For a lateral join.
 */
export const paymentIn = (db: Db, registrationId: AnyColumn) =>
  db
    .select({
      chargeId: postings.chargeId,
      recordedId: postings.recordedId,
      cents: sql<number>`-sum(${postings.cents})::int`.as('payment_cents'),
    })
    .from(postings)
    .where(
      and(
        eq(postings.registrationId, registrationId),
        isForPlace,
        or(isNotNull(postings.chargeId), isNotNull(postings.recordedId)),
      ),
    )
    .groupBy(postings.chargeId, postings.recordedId)
    .having(sql`sum(${postings.cents}) < 0`)
    .orderBy(
      sql`max(${postings.id}) filter (where ${postings.kind} = 'paid') desc nulls last`,
      desc(max(postings.id)),
    )
    .limit(1)
    .as('payment')

/** Money of payments that is still in a place. */
export const paidCentsFor = (registrationId: AnyColumn | SQL) =>
  sql<number>`(select coalesce(-sum(cents), 0)::int from postings
    where registration_id = ${registrationId} and (charge_id is not null or recorded_id is not null))`

export const chargesIn = (db: Db, placeIds: number[]) =>
  db
    .select({
      placeId: sql<number>`${postings.registrationId}`.as('place_id'),
      chargeId: sql<string>`${postings.chargeId}`.as('charge_in_place'),
      lastId: max(postings.id).as('last_id'),
    })
    .from(postings)
    .where(and(inArray(postings.registrationId, placeIds), isNotNull(postings.chargeId), isForPlace))
    .groupBy(postings.registrationId, postings.chargeId)
    .having(sql`sum(${postings.cents}) < 0`)

export type Payment = { chargeId: string | AnyColumn } | { recordedId: number }

const isByPayment = (payment: Payment) =>
  'chargeId' in payment
    ? eq(postings.chargeId, payment.chargeId)
    : eq(postings.recordedId, payment.recordedId)

export const selectPaidPlaces = (payment: Payment) =>
  sql`select registration_id as id, -sum(cents)::int as cents from postings
    where ${isByPayment(payment)} and registration_id is not null and ${isForPlace}
    group by registration_id`

export const listPaidPlaces = <Id extends string | number>(
  db: Db,
  by: 'chargeId' | 'recordedId',
  paymentIds: Id[],
) => {
  const paid = sql<number>`-sum(${postings.cents})::int`
  return db
    .select({
      id: sql<number>`${postings.registrationId}`.as('paid_place_id'),
      paymentId: sql<Id>`${postings[by]}`.as('payment_id'),
      paidCents: paid.as('paid_cents'),
      dueWithout:
        sql<number>`(select due_cents from registrations where id = ${postings.registrationId}) + ${paid}`.as(
          'due_without',
        ),
    })
    .from(postings)
    .where(and(inArray(postings[by], paymentIds), isNotNull(postings.registrationId), isForPlace))
    .groupBy(postings.registrationId, postings[by])
    .having(sql`sum(${postings.cents}) < 0`)
}

export const selectPaymentRefunds = (payment: Payment) =>
  sql`select refund_id as id from postings where ${isByPayment(payment)} and kind in ('refunded', 'came back')
    group by refund_id having sum(cents) > 0`

export async function placesReturned(tx: Db, recordedId: number): Promise<number[]> {
  const isBack = inArray(postings.kind, ['refunded', 'came back'])
  const rows = await tx
    .select({ id: sql<number>`${postings.registrationId}` })
    .from(postings)
    .where(and(eq(postings.recordedId, recordedId), isBack))
    .groupBy(postings.registrationId)
    .having(sql`sum(${postings.cents}) > 0`)
  return rows.map(({ id }) => id)
}

/** A given-up place whose payment was withdrawn, or for which the desk charged a fee since. */
export const isStillBilled = (registrationId: AnyColumn) =>
  sql`exists (select from postings where registration_id = ${registrationId} and (kind in ('taken back', 'not settled')
    or (kind = 'fee' and id > (select max(id) from postings where registration_id = ${registrationId} and kind = 'given up'))))`

export const feesSinceGivenUp = (registrationId: AnyColumn) =>
  sql<number>`coalesce((select sum(cents) from postings where registration_id = ${registrationId} and kind = 'fee'
    and key is not null
    and id > (select max(id) from postings where registration_id = ${registrationId} and kind = 'given up')), 0)::int`

export const dueAgainAt = (registrationId: AnyColumn) =>
  sql`(select max(at) from postings where registration_id = ${registrationId} and kind in ('taken back', 'not settled', 'fee'))`

/** A batch of places after an id; `drifted`: their due is not the sum of their postings. */
export async function findDrift(db: Db, afterId: number, most: number) {
  const rows = await queryRows<{ id: number; dueCents: number; postedCents: number }>(
    db,
    sql`select id, due_cents as "dueCents",
      coalesce((select sum(cents) from postings where registration_id = place.id), 0)::int as "postedCents"
    from registrations as place where id > ${afterId} order by id limit ${most}`,
  )
  return {
    drifted: rows.filter(({ dueCents, postedCents }) => dueCents !== postedCents),
    lastId: rows.at(-1)?.id,
  }
}

/** Only demo postings may be deleted, before their accounts are. */
export const deleteDemoPostings = (tx: Db) =>
  tx.delete(postings).where(sql`${postings.familyId} in (select family_id from accounts where is_demo)`)
