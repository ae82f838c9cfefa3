import type { Db } from '#platform/database.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import type { Member } from '#team/member.server.ts'
import { may } from '#team/rights.ts'
import { meetingNotes } from './attendance.tables.ts'
import { meetingFor } from './meeting.db.server.ts'
import { seesOf } from './sees.ts'

/** What a member writes of a meeting for the others; each member has one note there. */
export async function saveMeetingNote(
  db: Db,
  member: Member,
  meetingId: string,
  note: string,
): Promise<void> {
  if (!may(member, 'marks')) refuse('not-your-work')
  const meeting = found(await meetingFor(db, meetingId, member.accountId))
  if (!seesOf(member, { ...meeting, meeting }).marks) refuse('not-your-work')
  const row = { meetingId, accountId: member.accountId, note, writtenAt: new Date() }
  await db
    .insert(meetingNotes)
    .values(row)
    .onConflictDoUpdate({ target: [meetingNotes.meetingId, meetingNotes.accountId], set: row })
}
