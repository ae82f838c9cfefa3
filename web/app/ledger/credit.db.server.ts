import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { type Db, readRows } from '#platform/database/db.ts'
import { sumCents } from '#platform/format/money.ts'
import { type NewPosting, paidCentsOf, post } from './postings.db.server.ts'
import { postings } from './postings.tables.ts'

/** Money of one payment; without one where nobody knows by which it came. */
export type PaymentPart = { chargeId: string | null; recordedId: number | null; cents: number }

/** A family, and those that were merged into it. */
export const isOfFamily = (familyId: string | SQL) =>
  sql`family_id in (select id from families where id = ${familyId} or merged_into = ${familyId})`

/** The family's credit in cents; below 0 it owes what no place stands for. */
export async function creditOf(db: Db, familyId: string): Promise<number> {
  const [credit] = await readRows<{ cents: number }>(
    db,
    sql`select coalesce(-sum(cents), 0)::int as cents from postings
      where registration_id is null and ${isOfFamily(familyId)}`,
  )
  return credit?.cents ?? 0
}

/** What a family is to pay for these places, and what no place stands for. */
export const owedBy = async (db: Db, familyId: string, places: { owedCents: number }[]) =>
  sumCents(places.map(({ owedCents }) => owedCents)) + Math.max(0, -(await creditOf(db, familyId)))

/** What is due for each of these places, by their ids. */
export const debtsOf = (db: Db, ids: number[]) =>
  readRows<{ registrationId: number; cents: number }>(
    db,
    sql`select id as "registrationId", due_cents as cents from registrations
      where id = any(${sql.param(ids)}::int[]) and due_cents > 0 order by id`,
  )

/**
 * Whether we would owe more for a place than came for it if so much came back: where its check bounced and what was due
 * then was waived, nobody owes anything.
 */
export async function isMoreThanCame(db: Db, registrationId: number, cents: number): Promise<boolean> {
  const places = await readRows(
    db,
    sql`select id from registrations as place
      where id = ${registrationId} and ${cents} - due_cents > greatest(0, ${paidCentsOf(sql`place.id`)} + ${cents})`,
  )
  return places.length > 0
}

/** The money that a family's credit is made of, by payment, the earliest first. */
export const creditParts = (db: Db, familyId: string) =>
  readRows<PaymentPart>(
    db,
    sql`select charge_id as "chargeId", recorded_id as "recordedId", -sum(cents)::int as cents from postings
      where registration_id is null and ${isOfFamily(familyId)}
      group by charge_id, recorded_id having sum(cents) < 0 order by min(id)`,
  )

/** The money that is in these places, by place and payment; and how much of it was moved there. */
export const partsInPlaces = (ids: number[]) =>
  sql`select registration_id, charge_id, recorded_id, -sum(cents)::int as cents, min(id) as first_id,
    greatest(0, coalesce(-sum(cents) filter (where kind = 'moved'), 0))::int as moved_cents
    from postings where registration_id = any(${sql.param(ids)}::int[])
      and kind in ('paid', 'taken back', 'not settled', 'moved', 'refunded', 'came back')
    group by registration_id, charge_id, recorded_id having sum(cents) < 0`

/** The money that is in a place, by payment, the earliest first: what came for it and has not gone again. */
export const partsIn = (db: Db, registrationId: number) =>
  readRows<PaymentPart>(
    db,
    sql`select charge_id as "chargeId", recorded_id as "recordedId", cents
      from (${partsInPlaces([registrationId])}) as part order by first_id`,
  )

/** The first parts that come to a sum. */
export function takeFrom<Part extends { cents: number }>(parts: Part[], cents: number): Part[] {
  const taken: Part[] = []
  let rest = cents
  for (const part of parts) {
    if (rest <= 0) break
    taken.push({ ...part, cents: Math.min(part.cents, rest) })
    rest -= part.cents
  }
  return taken
}

type Move = { familyId: string; registrationId: number; cents: number }

/**
 * Moves credit to places that are locked, as far as there is credit; its account is locked `for no key update`, so that
 * two tabs do not use it twice. Answers what was used. `key` stands on the first row, for whoever looks for it before.
 */
export async function useCredit(tx: Db, by: Actor, moves: Move[], key?: string): Promise<number> {
  const [first] = moves
  if (!first) return 0
  let parts = await creditParts(tx, first.familyId)
  let left = Math.max(0, await creditOf(tx, first.familyId))
  const rows: NewPosting[] = []
  for (const { registrationId, cents } of moves) {
    const used = takeFrom(parts, Math.min(cents, left))
    const usedCents = sumCents(used.map((part) => part.cents))
    parts = less(parts, used)
    left -= usedCents
    rows.push(...used.flatMap((part) => movesOf({ ...first, registrationId }, part)))
  }
  await post(
    tx,
    by,
    rows.map((row, at) => (at === 0 ? { ...row, key } : row)),
  )
  return sumCents(rows.flatMap(({ registrationId, cents }) => (registrationId === null ? cents : [])))
}

const less = (parts: PaymentPart[], used: PaymentPart[]) =>
  parts.flatMap((part) => {
    const gone = used.find(
      ({ chargeId, recordedId }) => chargeId === part.chargeId && recordedId === part.recordedId,
    )
    const cents = part.cents - (gone?.cents ?? 0)
    return cents > 0 ? { ...part, cents } : []
  })

/** Makes these parts of what is in a locked place the family's credit. */
export const moveToCredit = (
  tx: Db,
  by: Actor,
  place: Pick<Move, 'familyId' | 'registrationId'>,
  parts: PaymentPart[],
): Promise<void> =>
  post(
    tx,
    by,
    parts.flatMap((part) => movesOf(place, { ...part, cents: -part.cents })),
  )

/** From the credit to the place; below 0 the other way. */
const movesOf = (
  { familyId, registrationId }: Pick<Move, 'familyId' | 'registrationId'>,
  { cents, ...payment }: PaymentPart,
): NewPosting[] => [
  { kind: 'moved', familyId, registrationId: null, cents, ...payment },
  { kind: 'moved', registrationId, cents: -cents, ...payment },
]

/**
 * What of payments is their families' credit, or was paid out of it: what came without a place or was moved from one,
 * and was neither used nor withdrawn.
 */
export async function creditOfPayments<Id extends string | number>(
  db: Db,
  by: 'chargeId' | 'recordedId',
  ids: Id[],
): Promise<Map<Id, number>> {
  const rows = await db
    .select({
      id: sql<Id>`${postings[by]}`.as('payment_id'),
      cents: sql<number>`-sum(${postings.cents})::int`.as('credit_cents'),
    })
    .from(postings)
    .where(
      and(
        inArray(postings[by], ids),
        isNull(postings.registrationId),
        inArray(postings.kind, ['paid', 'taken back', 'not settled', 'moved']),
      ),
    )
    .groupBy(postings[by])
    .having(sql`sum(${postings.cents}) < 0`)
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}
