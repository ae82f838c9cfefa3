import { meetingFor } from '#meetings/meeting.db.server.ts'
import { seesOf } from '#meetings/sees.ts'
import type { Db } from '#platform/database/database.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import type { Member } from '#team/member.server.ts'
import { may } from '#team/rights.ts'

/** The meeting, for whoever may mark on its sheet now. */
export async function meetingToMark(db: Db, member: Member, meetingId: string) {
  if (!may(member, 'marks')) refuse('not-your-work')
  const meeting = found(await meetingFor(db, meetingId, member.accountId))
  if (!seesOf(member, { ...meeting, meeting }).marks) refuse('not-your-work')
  return meeting
}
