import { asc, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { meetingCoaches, meetings, sessionCoaches } from '#meetings/meetings.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { programmeToday } from '#team/member.server.ts'
import { may } from '#team/rights.ts'
import { roles } from '#team/roles.ts'
import { memberRoles } from '#team/team.tables.ts'

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

/** Of `member_roles`: one of these roles, today or from a later day on. */
const stays = (among: typeof marking) => sql`${inArray(memberRoles.role, among)}
  and (${memberRoles.lastDay} is null or ${memberRoles.lastDay} >= ${programmeToday})`

/** Whether somebody has, or will have, a role that opens the sheets of an own session. */
const isOnTeam = (accountId: SQLWrapper) => sql<boolean>`exists (select from ${memberRoles}
  where ${memberRoles.accountId} = ${accountId} and ${stays(marking)})`

/** In a query that reads sessions: nobody coaches it, or only who has left the team since. */
export const lacksCoach = sql`not exists (select from ${sessionCoaches}
  where ${sessionCoaches.sessionId} = ${sessions.id} and ${isOnTeam(sessionCoaches.accountId)})`

/** The coaches of a session, with the last day of those who have left, and everybody else who coaches. */
export function coachesFor(db: Db, sessionId: number) {
  const ofSession = sql`(select ${sessionCoaches.accountId} from ${sessionCoaches}
    where ${sessionCoaches.sessionId} = ${sessionId})`
  const ofTeam = sql`(select ${memberRoles.accountId} from ${memberRoles} where ${stays(['coach'])})`
  return db
    .select({
      id: accounts.id,
      name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
      isOfSession: sql<boolean>`${accounts.id} in ${ofSession}`,
      isOnTeam: isOnTeam(accounts.id),
      lastDay: sql<Day | null>`(select max(${memberRoles.lastDay}) from ${memberRoles}
        where ${memberRoles.accountId} = ${accounts.id} and ${inArray(memberRoles.role, marking)})`,
    })
    .from(accounts)
    .where(sql`${accounts.id} = any(array(${ofSession} union ${ofTeam}))`)
    .orderBy(asc(accounts.firstName), asc(accounts.lastName), asc(accounts.id))
}
