import { and, asc, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { accounts, families } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { hasNoHold } from '#waiting-list/waiting-line.db.server.ts'

/** In line, or with an offer whose holds are not taken yet. */
export const isOpen = and(
  isNull(waitingEntries.endedAt),
  or(isNull(waitingEntries.offeredAt), not(sql`${hasNoHold}`)),
)

/** Subquery over the offer's holds. */
const holds = (what: SQL) => sql`(select ${what} from registrations
  join people on people.id = registrations.person_id
  where registrations.offer_of = waiting_entries.id and registrations.held_until is not null)`
const names = sql`coalesce(json_agg(people.first_name || ' ' || people.last_name
  order by people.first_name, people.id), '[]')`
const inLineWith = (filter: SQL) => sql<number>`(select count(*) from waiting_entries as other
  where other.session_id = waiting_entries.session_id and other.ended_at is null and other.offered_at is null
  and ${filter})::int`

/** Those with an offer first, then in order. */
export const openEntries = (db: Db, filter: SQL) =>
  db
    .select({
      id: waitingEntries.id,
      sessionId: waitingEntries.sessionId,
      joinedAt: waitingEntries.joinedAt,
      movedAheadAt: waitingEntries.movedAheadAt,
      number: families.number,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
      isOffered: sql<boolean>`${waitingEntries.offeredAt} is not null`,
      ahead: inLineWith(sql`other.turn < waiting_entries.turn`),
      inLine: inLineWith(sql`true`),
      waiting: sql<string[]>`(select ${names} from waiting_players
        join people on people.id = waiting_players.person_id
        where waiting_players.entry_id = waiting_entries.id and waiting_players.ended_at is null)`,
      held: sql<string[]>`${holds(names)}`,
      heldUntil: sql<Date | null>`${holds(sql`max(registrations.held_until)`)}`.mapWith(toDate),
      isBeingPaid: sql<boolean>`${holds(sql`coalesce(bool_or(registrations.charge_id is not null), false)`)}`,
    })
    .from(waitingEntries)
    .innerJoin(accounts, eq(accounts.id, waitingEntries.accountId))
    .innerJoin(families, eq(families.id, accounts.familyId))
    .where(and(isOpen, filter))
    .orderBy(sql`${waitingEntries.offeredAt} is null`, asc(waitingEntries.turn))
export type OpenEntry = Awaited<ReturnType<typeof openEntries>>[number]

function toDate(value: unknown): Date {
  return value instanceof Date ? value : new Date(String(value))
}
