import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { type Db, queryRows } from '#platform/database/db.ts'
import { sumCents } from '#platform/format/money.ts'
import { type NewPosting, paidCentsFor, post } from './postings.db.server.ts'
import { postings } from './postings.tables.ts'

/** Money of one payment; both ids null where the payment is not known. */
export type PaymentPart = { chargeId: string | null; recordedId: number | null; cents: number }

/** Including families merged into it. */
export const inFamily = (familyId: string | SQL) =>
  sql`family_id in (select id from families where id = ${familyId} or merged_into = ${familyId})`

/** In cents; below 0 it is a debt that belongs to no place. */
export async function readCredit(db: Db, familyId: string): Promise<number> {
  const [credit] = await queryRows<{ cents: number }>(
    db,
    sql`select coalesce(-sum(cents), 0)::int as cents from postings
      where registration_id is null and ${inFamily(familyId)}`,
  )
  return credit?.cents ?? 0
}

/** Including debt that belongs to no place. */
export const owedBy = async (db: Db, familyId: string, places: { owedCents: number }[]) =>
  sumCents(places.map(({ owedCents }) => owedCents)) + Math.max(0, -(await readCredit(db, familyId)))

export const listDebts = (db: Db, ids: number[]) =>
  queryRows<{ registrationId: number; cents: number }>(
    db,
    sql`select id as "registrationId", due_cents as cents from registrations
      where id = any(${sql.param(ids)}::int[]) and due_cents > 0 order by id`,
  )

/**
 * Whether refunding so much would leave us owing more than was paid: after a bounced check whose due was waived, nobody
 * owes anything.
 */
export async function exceedsPaid(db: Db, registrationId: number, cents: number): Promise<boolean> {
  const places = await queryRows(
    db,
    sql`select id from registrations as place
      where id = ${registrationId} and ${cents} - due_cents > greatest(0, ${paidCentsFor(sql`place.id`)} + ${cents})`,
  )
  return places.length > 0
}

export const creditParts = (db: Db, familyId: string) =>
  queryRows<PaymentPart>(
    db,
    sql`select charge_id as "chargeId", recorded_id as "recordedId", -sum(cents)::int as cents from postings
      where registration_id is null and ${inFamily(familyId)}
      group by charge_id, recorded_id having sum(cents) < 0 order by min(id)`,
  )

/** By place and payment; `moved_cents`: how much was moved there from credit. */
export const partsInPlaces = (ids: number[]) =>
  sql`select registration_id, charge_id, recorded_id, -sum(cents)::int as cents, min(id) as first_id,
    greatest(0, coalesce(-sum(cents) filter (where kind = 'moved'), 0))::int as moved_cents
    from postings where registration_id = any(${sql.param(ids)}::int[])
      and kind in ('paid', 'taken back', 'not settled', 'moved', 'refunded', 'came back')
    group by registration_id, charge_id, recorded_id having sum(cents) < 0`

export const partsIn = (db: Db, registrationId: number) =>
  queryRows<PaymentPart>(
    db,
    sql`select charge_id as "chargeId", recorded_id as "recordedId", cents
      from (${partsInPlaces([registrationId])}) as part order by first_id`,
  )

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
 * Moves credit to locked places as far as it goes; the account is locked `for no key update` against double use.
 * Returns the sum. `key` on the first row makes it idempotent.
 */
export async function moveCredit(tx: Db, by: Actor, moves: Move[], key?: string): Promise<number> {
  const [first] = moves
  if (!first) return 0
  let parts = await creditParts(tx, first.familyId)
  let remainingCents = Math.max(0, await readCredit(tx, first.familyId))
  const rows: NewPosting[] = []
  for (const { registrationId, cents } of moves) {
    const used = takeFrom(parts, Math.min(cents, remainingCents))
    const usedCents = sumCents(used.map((part) => part.cents))
    parts = subtract(parts, used)
    remainingCents -= usedCents
    rows.push(...used.flatMap((part) => toMoves({ ...first, registrationId }, part)))
  }
  await post(
    tx,
    by,
    rows.map((row, at) => (at === 0 ? { ...row, key } : row)),
  )
  return sumCents(rows.flatMap(({ registrationId, cents }) => (registrationId === null ? cents : [])))
}

const subtract = (parts: PaymentPart[], used: PaymentPart[]) =>
  parts.flatMap((part) => {
    const gone = used.find(
      ({ chargeId, recordedId }) => chargeId === part.chargeId && recordedId === part.recordedId,
    )
    const cents = part.cents - (gone?.cents ?? 0)
    return cents > 0 ? { ...part, cents } : []
  })

export const moveToCredit = (
  tx: Db,
  by: Actor,
  place: Pick<Move, 'familyId' | 'registrationId'>,
  parts: PaymentPart[],
): Promise<void> =>
  post(
    tx,
    by,
    parts.flatMap((part) => toMoves(place, { ...part, cents: -part.cents })),
  )

const toMoves = (
  { familyId, registrationId }: Pick<Move, 'familyId' | 'registrationId'>,
  { cents, ...payment }: PaymentPart,
): NewPosting[] => [
  { kind: 'moved', familyId, registrationId: null, cents, ...payment },
  { kind: 'moved', registrationId, cents: -cents, ...payment },
]

/**
 * Payments' money that is credit or was paid out of it: moved from a place or paid without one, and neither used nor
 * withdrawn.
 */
export async function readPaymentCredit<Id extends string | number>(
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
