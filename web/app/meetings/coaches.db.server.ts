import { asc, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { programmeToday } from '#team/member.server.ts'
import { may } from '#team/rights.ts'
import { roles } from '#team/roles.ts'
import { memberRoles } from '#team/team.tables.ts'
import { meetingCoaches, meetings, sessionCoaches } from './meetings.tables.ts'

/** For queries on sessions: coached by this account. */
export const isCoachedBy = (accountId: string) => sql`exists (select 1 from ${sessionCoaches}
  where ${sessionCoaches.sessionId} = ${sessions.id} and ${sessionCoaches.accountId} = ${accountId})`

/** For queries on meetings: coached by this account, as a session's coach or a substitute. */
export const isMeetingCoachedBy = (accountId: string) => sql<boolean>`(
  exists (select from ${sessionCoaches} where ${sessionCoaches.sessionId} = ${meetings.sessionId}
    and ${sessionCoaches.accountId} = ${accountId})
  or exists (select from ${meetingCoaches} where ${meetingCoaches.meetingId} = ${meetings.id}
    and ${meetingCoaches.accountId} = ${accountId}))`

const marking = roles.filter((role) => may({ roles: new Set([role]) }, 'marks'))

/** For `member_roles`: holds one of these roles today or later. */
const holdsRole = (among: typeof marking) => sql`${inArray(memberRoles.role, among)}
  and (${memberRoles.lastDay} is null or ${memberRoles.lastDay} >= ${programmeToday})`

/** Has, or will have, a role that opens sheets. */
const isOnTeam = (accountId: SQLWrapper) => sql<boolean>`exists (select from ${memberRoles}
  where ${memberRoles.accountId} = ${accountId} and ${holdsRole(marking)})`

/** For queries on sessions: no coach, or only former members. */
export const lacksCoach = sql`not exists (select from ${sessionCoaches}
  where ${sessionCoaches.sessionId} = ${sessions.id} and ${isOnTeam(sessionCoaches.accountId)})`

/** The session's coaches, former ones with their last day, and all other coaches. */
export function coachesFor(db: Db, sessionId: number) {
  const sessionCoachIds = sql`(select ${sessionCoaches.accountId} from ${sessionCoaches}
    where ${sessionCoaches.sessionId} = ${sessionId})`
  const teamCoachIds = sql`(select ${memberRoles.accountId} from ${memberRoles} where ${holdsRole(['coach'])})`
  return db
    .select({
      id: accounts.id,
      name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
      isOfSession: sql<boolean>`${accounts.id} in ${sessionCoachIds}`,
      isOnTeam: isOnTeam(accounts.id),
      lastDay: sql<Day | null>`(select max(${memberRoles.lastDay}) from ${memberRoles}
        where ${memberRoles.accountId} = ${accounts.id} and ${inArray(memberRoles.role, marking)})`,
    })
    .from(accounts)
    .where(sql`${accounts.id} = any(array(${sessionCoachIds} union ${teamCoachIds}))`)
    .orderBy(asc(accounts.firstName), asc(accounts.lastName), asc(accounts.id))
}
