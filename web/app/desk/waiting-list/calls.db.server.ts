import { and, asc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { familyIds } from '#people/families.db.server.ts'
import { accounts, families, people } from '#people/people.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type EntryEnd, waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { hasNoHold, isInLine } from '#waiting-list/waiting-line.db.server.ts'

/** Endings that families are notified of. */
const notifiedEnds: EntryEnd[] = ['expired', 'over', 'taken away', 'does not fit']
/** Older endings need no call. */
const newsDays = 7

const { offeredAt, calledAt, endedAt, endedWhy } = waitingEntries
const isOffered = and(isNull(endedAt), sql`${offeredAt} is not null`, not(sql`${hasNoHold}`))
const isCalled = and(isInLine, sql`${calledAt} > now() - interval '1 day'`)
const hasEnded = and(
  inArray(endedWhy, notifiedEnds),
  sql`${endedAt} > now() - make_interval(days => ${newsDays})`,
)
/** Time of the news. */
const since = sql`coalesce(${endedAt}, ${offeredAt}, ${calledAt})`

/** Called since the news. */
const wasCalled = sql`exists (select from ${changes} where ${changes.what} = 'family called'
  and ${changes.sessionId} = ${waitingEntries.sessionId} and ${changes.familyId} in ${familyIds(sql`${accounts.familyId}`)}
  and ${changes.at} >= ${since})`

/** Families without an email with news of their waiting list, most urgent first. */
export const entriesToCall = (db: Db, filter?: SQL) =>
  db
    .select({
      id: waitingEntries.id,
      accountId: waitingEntries.accountId,
      familyId: families.id,
      sessionId: waitingEntries.sessionId,
      number: families.number,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
      phone: people.phone,
      endedWhy,
      children: sql<string[]>`(select coalesce(json_agg(player.first_name order by player.first_name), '[]')
        from waiting_players join people as player on player.id = waiting_players.person_id
        where waiting_players.entry_id = waiting_entries.id)`,
      heldUntil: sql<Date | null>`case when ${endedAt} is null then (select max(held_until) from registrations
        where offer_of = ${waitingEntries.id} and held_until is not null) end`.mapWith(
        (value) => new Date(value),
      ),
    })
    .from(waitingEntries)
    .innerJoin(accounts, eq(accounts.id, waitingEntries.accountId))
    .innerJoin(families, eq(families.id, accounts.familyId))
    .leftJoin(people, and(eq(people.accountId, accounts.id), eq(people.role, 'parent')))
    .where(and(isNull(accounts.email), or(isOffered, isCalled, hasEnded), not(wasCalled), filter))
    .orderBy(sql`${endedAt} is not null`, asc(waitingEntries.offeredUntil), asc(waitingEntries.id))
    .limit(200)
