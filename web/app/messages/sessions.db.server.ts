import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { isCoachedBy } from '#meetings/coaches.db.server.ts'
import { sessionSpan } from '#meetings/spans.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { programmeToday } from '#team/member.server.ts'
import type { Audience } from './audience.ts'
import { messageFamilies, messageSessions, messages } from './messages.tables.ts'

/** Sessions of an audience, or all current and future ones; with `coach` only that coach's. */
export const sessionsFor = (db: Db, accountId: string, audience: Audience, coach?: string) =>
  sessionsWhere(db, accountId, and(isIn(audience), coach ? isCoachedBy(coach) : undefined))

export type MessageSession = Awaited<ReturnType<typeof sessionsWhere>>[number]

export const listMessageSessions = (db: Db, accountId: string, messageId: string) =>
  sessionsWhere(
    db,
    accountId,
    sql`exists (select from ${messageSessions}
      where ${messageSessions.messageId} = ${messageId} and ${messageSessions.sessionId} = ${sessions.id})`,
  )

const sessionsWhere = (db: Db, accountId: string, filter: SQL | undefined) =>
  db
    .select({
      id: sessions.id,
      number: sessions.number,
      startsOn: sessions.startsOn,
      endsOn: sessions.endsOn,
      event: events.name,
      key: events.key,
      span: sessionSpan,
      isOwn: sql<boolean>`${isCoachedBy(accountId)}`,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(filter)
    .orderBy(asc(sessions.startsOn), asc(sessions.id))

const isNotOver = sql`${sessions.endsOn} >= ${programmeToday}`

function isIn(audience: Audience) {
  switch (audience.to) {
    case 'sessions':
      return inArray(sessions.id, audience.sessions)
    case 'event':
      return and(eq(events.key, audience.event), isNotOver)
    case 'day':
      return sql`exists (select from meetings where meetings.session_id = ${sessions.id}
        and meetings.day = ${audience.day} and meetings.state = 'planned')`
    default:
      return isNotOver
  }
}

const mostListed = 50

/** Newest first. */
export const messagesTo = (db: Db, sessionId: number) =>
  db
    .select({
      id: messages.id,
      subject: messages.subject,
      text: messages.text,
      writtenAt: messages.writtenAt,
      writtenBy: messages.writtenBy,
      families: db.$count(messageFamilies, eq(messageFamilies.messageId, messages.id)),
    })
    .from(messages)
    .where(
      and(
        sql`${messages.id} = any(array(select ${messageSessions.messageId} from ${messageSessions}
          where ${messageSessions.sessionId} = ${sessionId}))`,
        ne(messages.text, ''),
      ),
    )
    .orderBy(desc(messages.writtenAt), desc(messages.id))
    .limit(mostListed)

/** Number of families. */
export const countWrittenTo = (db: Db, writer: string, messageId: string) =>
  db.$count(
    messageFamilies,
    sql`${messageFamilies.messageId} = ${messageId} and exists (select from ${messages}
      where ${messages.id} = ${messageId} and ${messages.writtenBy} = ${writer})`,
  )

/** Backfills messages that the previous version wrote, which may still run. */
export async function completeMessages(db: Db): Promise<void> {
  await db.execute(sql`insert into message_sessions select id, session_id from messages
    where session_id is not null on conflict do nothing`)
}
