import { and, asc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { idsOfFamily } from '#people/families.db.server.ts'
import { accounts, families, people } from '#people/people.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type EntryEnd, waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { hasNoHold, isInLine } from '#waiting-list/line.db.server.ts'

/** Ends of which a family is told. */
const toldEnds: EntryEnd[] = ['expired', 'over', 'taken away', 'does not fit']
/** So many days after its end nobody is called about an entry any more. */
const newsDays = 7

const { offeredAt, calledAt, endedAt, endedWhy } = waitingEntries
const isOffered = and(isNull(endedAt), sql`${offeredAt} is not null`, not(sql`${hasNoHold}`))
const isCalled = and(isInLine, sql`${calledAt} > now() - interval '1 day'`)
const hasEnded = and(
  inArray(endedWhy, toldEnds),
  sql`${endedAt} > now() - make_interval(days => ${newsDays})`,
)
/** When there was something to tell. */
const since = sql`coalesce(${endedAt}, ${offeredAt}, ${calledAt})`

/** The desk has called this family about this session since then. */
const wasCalled = sql`exists (select from ${changes} where ${changes.what} = 'family called'
  and ${changes.sessionId} = ${waitingEntries.sessionId} and ${changes.familyId} in ${idsOfFamily(sql`${accounts.familyId}`)}
  and ${changes.at} >= ${since})`

/** Families without an email about whose waiting list there is news, the most urgent first. */
export const entriesToCall = (db: Db, which?: SQL) =>
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
    .where(and(isNull(accounts.email), or(isOffered, isCalled, hasEnded), not(wasCalled), which))
    .orderBy(sql`${endedAt} is not null`, asc(waitingEntries.offeredUntil), asc(waitingEntries.id))
    .limit(200)
