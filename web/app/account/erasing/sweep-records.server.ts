import { and, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { absences, attendance, meetingNotes } from '#meetings/attendance/attendance.tables.ts'
import { messageFamilies, messages } from '#messages/messages.tables.ts'
import { completeMessages } from '#messages/sessions.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { every } from '#platform/jobs/every.server.ts'
import { retention } from '#platform/retention.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { sweepUploads } from '#season/uploads.server.ts'
import { invitations } from '#team/team.tables.ts'
import { sweepErased } from './erased-families.server.ts'

const hourSeconds = 3600

/** At the start and every hour. Returns its stop. */
export const startSweepingRecords = (world: World) =>
  every(
    hourSeconds,
    async () => {
      await sweepRecords(world.db)
      await sweepErased(world.env)
    },
    world.log,
    'records that are over could not be erased',
  )

const longAgo = sql`current_date - make_interval(years => ${retention.sessionRecordsYears})`
const oldMeetings = sql`(select meetings.id from meetings join sessions on sessions.id = meetings.session_id
  where sessions.ends_on < ${longAgo})`
const oldMessages = sql`(select messages.id from messages
  left join message_sessions on message_sessions.message_id = messages.id
  left join sessions on sessions.id = message_sessions.session_id
  group by messages.id having coalesce(max(sessions.ends_on), messages.written_at::date) < ${longAgo})`
const isOldEntry = sql`(select starts_on from sessions where sessions.id = ${waitingEntries.sessionId})
  < current_date - ${retention.waitingListDays}::int`

export async function sweepRecords(db: Db): Promise<void> {
  await completeMessages(db)
  for (const table of [attendance, absences, meetingNotes])
    await db.delete(table).where(inArray(table.meetingId, oldMeetings))
  await db.transaction(async (tx) => {
    await tx.delete(messageFamilies).where(inArray(messageFamilies.messageId, oldMessages))
    await tx.delete(messages).where(inArray(messages.id, oldMessages))
  })
  await db.delete(waitingEntries).where(and(isNotNull(waitingEntries.endedAt), isOldEntry))
  const isOver = sql`now() - make_interval(days => ${retention.expiredInvitationDays})`
  await db.delete(invitations).where(lt(invitations.expiresAt, isOver))
  await sweepUploads(db)
}
