import { meetingNotes } from '#meetings/attendance/attendance.tables.ts'
import { meetingToMark } from '#meetings/attendance/meeting-to-mark.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Member } from '#team/member.server.ts'

/** Upserts the member's note on a meeting. */
export async function saveMeetingNote(
  db: Db,
  member: Member,
  meetingId: string,
  note: string,
): Promise<void> {
  await meetingToMark(db, member, meetingId)
  const row = { meetingId, accountId: member.accountId, note, writtenAt: new Date() }
  await db
    .insert(meetingNotes)
    .values(row)
    .onConflictDoUpdate({ target: [meetingNotes.meetingId, meetingNotes.accountId], set: row })
}
