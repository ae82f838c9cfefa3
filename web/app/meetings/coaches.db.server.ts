import { and, eq, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { meetingCoaches, meetings, sessionCoaches } from './meetings.tables.ts'

export async function coachesSession(db: Db, accountId: string, sessionId: number): Promise<boolean> {
  const own = and(eq(sessionCoaches.accountId, accountId), eq(sessionCoaches.sessionId, sessionId))
  return (await db.$count(sessionCoaches, own)) > 0
}

/** As a coach of its session, or as a substitute of this meeting alone. */
export async function coachesMeeting(db: Db, accountId: string, meetingId: string): Promise<boolean> {
  const ofMeeting = db
    .select({ accountId: meetingCoaches.accountId })
    .from(meetingCoaches)
    .where(and(eq(meetingCoaches.accountId, accountId), eq(meetingCoaches.meetingId, meetingId)))
  const ofSession = db
    .select({ accountId: sessionCoaches.accountId })
    .from(meetings)
    .innerJoin(sessionCoaches, eq(sessionCoaches.sessionId, meetings.sessionId))
    .where(and(eq(sessionCoaches.accountId, accountId), eq(meetings.id, meetingId)))
  return (await ofMeeting.union(ofSession)).length > 0
}

/** In a query that reads sessions: those whose coach this account is. */
export const isCoachedBy = (accountId: string) => sql`exists (select 1 from ${sessionCoaches}
  where ${sessionCoaches.sessionId} = ${sessions.id} and ${sessionCoaches.accountId} = ${accountId})`
