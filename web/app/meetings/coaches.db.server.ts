import { asc, eq, inArray, or, type SQLWrapper, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import type { Day } from '#platform/dates.ts'
import { programmeToday } from '#team/member.server.ts'
import { may } from '#team/rights.ts'
import { roles } from '#team/roles.ts'
import { memberRoles } from '#team/team.tables.ts'
import { meetingCoaches, meetings, sessionCoaches } from './meetings.tables.ts'

/** In a query that reads sessions: those whose coach this account is. */
export const isCoachedBy = (accountId: string) => sql`exists (select 1 from ${sessionCoaches}
  where ${sessionCoaches.sessionId} = ${sessions.id} and ${sessionCoaches.accountId} = ${accountId})`

/** In a query that reads meetings: whether this account coaches one, as a coach of its session or as a substitute. */
export const isMeetingCoachedBy = (accountId: string) => sql<boolean>`(
  exists (select from ${sessionCoaches} where ${sessionCoaches.sessionId} = ${meetings.sessionId}
    and ${sessionCoaches.accountId} = ${accountId})
  or exists (select from ${meetingCoaches} where ${meetingCoaches.meetingId} = ${meetings.id}
    and ${meetingCoaches.accountId} = ${accountId}))`

const marking = roles.filter((role) => may({ roles: new Set([role]) }, 'marks'))

/** Whether somebody has, or will have, a role that opens the sheets of an own session. */
const stays = (
  accountId: SQLWrapper,
  among: typeof marking,
) => sql<boolean>`exists (select from ${memberRoles}
  where ${memberRoles.accountId} = ${accountId} and ${inArray(memberRoles.role, among)}
    and (${memberRoles.lastDay} is null or ${memberRoles.lastDay} >= ${programmeToday}))`

/** In a query that reads sessions: nobody coaches it, or only who has left the team since. */
export const lacksCoach = sql`not exists (select from ${sessionCoaches}
  where ${sessionCoaches.sessionId} = ${sessions.id} and ${stays(sessionCoaches.accountId, marking)})`

/** The coaches of a session, with the last day of those who have left, and everybody else who coaches. */
export function coachesFor(db: Db, sessionId: number) {
  const isOfSession = sql<boolean>`exists (select from ${sessionCoaches}
    where ${sessionCoaches.sessionId} = ${sessionId} and ${sessionCoaches.accountId} = ${accounts.id})`
  return db
    .select({
      id: accounts.id,
      name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
      isOfSession,
      isOnTeam: stays(accounts.id, marking),
      lastDay: sql<Day | null>`(select max(${memberRoles.lastDay}) from ${memberRoles}
        where ${eq(memberRoles.accountId, accounts.id)} and ${inArray(memberRoles.role, marking)})`,
    })
    .from(accounts)
    .where(or(isOfSession, stays(accounts.id, ['coach'])))
    .orderBy(asc(accounts.firstName), asc(accounts.lastName), asc(accounts.id))
}
