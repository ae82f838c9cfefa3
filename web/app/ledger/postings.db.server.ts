import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import type { PostingKind } from './posting-kinds.ts'
import { postings } from './postings.tables.ts'

export type NewPosting = {
  registrationId: number
  cents: number
  kind: PostingKind
  chargeId?: string | null
  recordedId?: number | null
  refundId?: string | null
  /** What is posted with a key that was used before is left out. */
  key?: string | undefined
  at?: Date | undefined
}

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

const familyOf = ({ registrationId }: NewPosting) =>
  sql`(select family_id from registrations where id = ${registrationId})`

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
    where registration_id = any(${sql.param(ids)}::int[]) and kind = 'price' group by registration_id`

/** What is due for a place as its own columns and its refunds say, which readers go by until they read the ledger. */
const dueByColumns = sql`case
  when held_until is not null then 0
  when removed_at is null then case when paid_at is null then price_cents else 0 end
  else case when paid_at is null then 0 else -price_cents end + coalesce((select sum(amount_cents) from refunds
    where registration_id = place.id and (state = 'reclaimed' or state in ('done', 'returned') and place.paid_at is not null)), 0)
    + coalesce((select sum(cents) from postings where registration_id = place.id and key = refund_id), 0) end`

/** Some places beginning above an id, as far as they are due by another sum than that of their postings. */
export async function findDrift(db: Db, afterId: number, most: number) {
  const { rows } = (await db.execute(sql`
    select id, due_cents as "dueCents", (${dueByColumns})::int as "columnsCents",
      coalesce((select sum(cents) from postings where registration_id = place.id), 0)::int as "postedCents"
    from registrations as place where id > ${afterId} order by id limit ${most}`)) as unknown as {
    rows: Place[]
  }
  const isDrifted = ({ dueCents, postedCents, columnsCents }: Place) =>
    dueCents !== postedCents || dueCents !== columnsCents
  return { drifted: rows.filter(isDrifted), lastId: rows.at(-1)?.id }
}
type Place = { id: number; dueCents: number; postedCents: number; columnsCents: number }

/** Before the accounts of the demonstration go: the database lets no other posting be deleted. */
export const deleteDemoPostings = (tx: Db) =>
  tx.delete(postings).where(sql`${postings.familyId} in (select family_id from accounts where is_demo)`)
