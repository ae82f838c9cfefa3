import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, todayIn } from '#platform/format/dates.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { heldSeconds } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries, waitingPlayers } from '#registrations/waiting/waiting-list.tables.ts'
import { lineColumns } from './waiting-line.db.server.ts'

const others = sql`from waiting_entries others where others.session_id = ${waitingEntries.sessionId}`
const inLine = sql`${others} and others.ended_at is null and others.offered_at is null`
const sinceWhen = sql`greatest(${waitingEntries.joinedAt}, ${waitingEntries.movedAheadAt})`

const familyEntryColumns = {
  id: waitingEntries.id,
  joinedAt: waitingEntries.joinedAt,
  offeredUntil: waitingEntries.offeredUntil,
  endedAt: waitingEntries.endedAt,
  endedWhy: waitingEntries.endedWhy,
  place: sql<number>`(select count(*) ${inLine} and others.turn <= ${waitingEntries.turn})::int`,
  families: sql<number>`(select count(*) ${inLine})::int`,
  movedAheadOn: sql<
    Day[]
  >`(select coalesce(json_agg(distinct (others.moved_ahead_at at time zone ${programme.timeZone})::date), '[]')
    ${others} and others.id <> ${waitingEntries.id} and others.moved_ahead_at > ${sinceWhen})`,
  session: lineColumns,
}

/** All entries of a family, ended ones too, each with its session, its children and its place in line. */
export async function listFamilyEntries(db: Db, accountId: string) {
  const entries = await db
    .select(familyEntryColumns)
    .from(waitingEntries)
    .innerJoin(sessions, eq(sessions.id, waitingEntries.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .crossJoin(programme)
    .where(eq(waitingEntries.accountId, accountId))
    .orderBy(asc(waitingEntries.joinedAt), asc(waitingEntries.id))
  const children = entries.length > 0 ? await listFamilyChildren(db, accountId) : []
  return entries.map(({ joinedAt, ...entry }) => ({
    ...entry,
    since: todayIn(entry.session.timeZone, joinedAt),
    state: entryState(entry),
    children: children.filter(({ entryId }) => entryId === entry.id),
  }))
}
export type FamilyEntry = Awaited<ReturnType<typeof listFamilyEntries>>[number]

type State = 'in line' | 'offered' | 'ended'

const entryState = ({ endedAt, offeredUntil }: Record<'endedAt' | 'offeredUntil', Date | null>): State =>
  endedAt ? 'ended' : offeredUntil ? 'offered' : 'in line'

/** Children in the entry now or at its end, each with the state of its place. */
const listFamilyChildren = (db: Db, accountId: string) =>
  db
    .select({
      entryId: waitingPlayers.entryId,
      personId: people.id,
      firstName: people.firstName,
      lastName: people.lastName,
      place: sql<'registered' | 'held' | 'being paid' | 'over' | null>`case
        when ${registrations.id} is null then null when ${registrations.heldUntil} is null then 'registered'
        when ${registrations.chargeId} is not null then 'being paid'
        when ${registrations.heldUntil} > now() then 'held' else 'over' end`,
      heldSeconds,
    })
    .from(waitingPlayers)
    .innerJoin(waitingEntries, eq(waitingEntries.id, waitingPlayers.entryId))
    .innerJoin(people, eq(people.id, waitingPlayers.personId))
    .leftJoin(
      registrations,
      and(
        eq(registrations.personId, people.id),
        eq(registrations.sessionId, waitingPlayers.sessionId),
        isNull(registrations.removedAt),
      ),
    )
    .where(
      and(
        eq(waitingEntries.accountId, accountId),
        eq(people.isActive, true),
        sql`${waitingPlayers.endedAt} is not distinct from ${waitingEntries.endedAt}`,
      ),
    )
    .orderBy(asc(people.firstName), asc(people.id))
