import { sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
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
