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
import { type Db, readRows } from '#platform/database/db.ts'
import { type PostingKind, postings } from './postings.tables.ts'

export type NewPosting = OfPlace & {
  cents: number
  kind: PostingKind
  chargeId?: string | null
  recordedId?: number | null
  refundId?: string | null
  reason?: string | undefined
  /** What is posted with a key that was used before is left out. */
  key?: string | undefined
  at?: Date | undefined
}

/** A place, or the family's credit. */
type OfPlace = { registrationId: number } | { registrationId: null; familyId: string }

/**
 * Posts for places that are there and locked, and changes what is due for them by as much. Each names the family that
 * its place was registered for, so that the undo of a merge takes both back.
 */
export async function post(tx: Db, by: Actor, rows: NewPosting[]): Promise<void> {
  if (rows.length === 0) return
  const posted = tx.$with('posted').as(
    tx
      .insert(postings)
      .values(rows.map((row) => ({ ...row, by, familyId: familyOf(row) })))
      .onConflictDoNothing()
      .returning({ registrationId: postings.registrationId, cents: postings.cents }),
  )
  const change = sql`update registrations set due_cents = due_cents + change.cents
    from (select registration_id, sum(cents) as cents from posted group by registration_id) as change
    where registrations.id = change.registration_id`
  await tx.with(posted, tx.$with('changed', {}).as(change)).select().from(posted)
}

const familyOf = (row: NewPosting) =>
  row.registrationId === null
    ? row.familyId
    : sql`(select family_id from registrations where id = ${row.registrationId})`

/**
 * The part of a statement that posts what the statement itself writes: it sets `due_cents` in its own insert or update,
 * since PostgreSQL updates a row once in a statement. `rows` selects kind, family, place, cents, charge, recorded payment
 * and refund, in the order of posting.
 */
export const posting = (by: SQL, rows: SQL) =>
  sql`insert into postings (by, kind, family_id, registration_id, cents, charge_id, recorded_id, refund_id)
    select ${by}, rows.* from (${rows}) as rows`

/** Of the places `ids`: what each came to until now, which giving it up takes off. */
export const costsOf = (ids: number[]) =>
  sql`select registration_id, sum(cents)::int as cents from postings
    where registration_id = any(${sql.param(ids)}::int[]) and kind in ('price', 'waived', 'fee') group by registration_id`

/**
 * Money that came for a place, that was moved to or from it, or that was withdrawn. What came in again for money that a bounced check had left owed
 * names its refund, and is no payment for the place.
 */
const isForPlace = and(
  inArray(postings.kind, ['paid', 'taken back', 'not settled', 'moved']),
  or(ne(postings.kind, 'paid'), isNull(postings.refundId)),
)

/**
 * The last payment whose money a place has, or had when it was given up: one that went back is still its payment, one
 * that was taken back or did not settle is none. Joined laterally to a row that has `registrationId`.
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
    // Money that was moved to the place counts after what was paid for it.
    .orderBy(
      sql`max(${postings.id}) filter (where ${postings.kind} = 'paid') desc nulls last`,
      desc(max(postings.id)),
    )
    .limit(1)
    .as('payment')

/** What of payments is in a place: that came for it, and has not gone again. */
export const paidCentsOf = (registrationId: AnyColumn | SQL) =>
  sql<number>`(select coalesce(-sum(cents), 0)::int from postings
    where registration_id = ${registrationId} and (charge_id is not null or recorded_id is not null))`

/** The charges whose money these places have, and the last posting of each. */
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

const isOf = (payment: Payment) =>
  'chargeId' in payment
    ? eq(postings.chargeId, payment.chargeId)
    : eq(postings.recordedId, payment.recordedId)

/** The places that a payment was for, and what of each it pays still. */
export const placesOfPayment = (payment: Payment) =>
  sql`select registration_id as id, -sum(cents)::int as cents from postings
    where ${isOf(payment)} and registration_id is not null and ${isForPlace}
    group by registration_id`

/** What each of these payments pays of which place, and what would be due for it without that. */
export const placesOfPayments = <Id extends string | number>(
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

/** The refunds by which money of a payment went back, and did not come back. */
export const refundsOfPayment = (payment: Payment) =>
  sql`select refund_id as id from postings where ${isOf(payment)} and kind in ('refunded', 'came back')
    group by refund_id having sum(cents) > 0`

/** The places for which money of a recorded payment went back by hand. */
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

/** For a place that was given up: its payment was withdrawn, or the desk charged a fee since. */
export const isBilledStill = (registrationId: AnyColumn) =>
  sql`exists (select from postings where registration_id = ${registrationId} and (kind in ('taken back', 'not settled')
    or (kind = 'fee' and id > (select max(id) from postings where registration_id = ${registrationId} and kind = 'given up'))))`

/** What the desk has charged for a place since it was given up. A fee that it kept of what was paid has no form's key. */
export const feesSinceGivenUp = (registrationId: AnyColumn) =>
  sql<number>`coalesce((select sum(cents) from postings where registration_id = ${registrationId} and kind = 'fee'
    and key is not null
    and id > (select max(id) from postings where registration_id = ${registrationId} and kind = 'given up')), 0)::int`

/** When a place came to be due again: its payment was withdrawn, or the desk charged a fee. */
export const dueAgainAt = (registrationId: AnyColumn) =>
  sql`(select max(at) from postings where registration_id = ${registrationId} and kind in ('taken back', 'not settled', 'fee'))`

/** Some places beginning above an id, as far as they are due by another sum than that of their postings. */
export async function findDrift(db: Db, afterId: number, most: number) {
  const rows = await readRows<{ id: number; dueCents: number; postedCents: number }>(
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

/** Before the accounts of the demonstration go: the database lets no other posting be deleted. */
export const deleteDemoPostings = (tx: Db) =>
  tx.delete(postings).where(sql`${postings.familyId} in (select family_id from accounts where is_demo)`)
