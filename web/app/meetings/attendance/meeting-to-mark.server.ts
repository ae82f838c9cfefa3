import { meetingFor } from '#meetings/meeting.db.server.ts'
import { sheetPermissions } from '#meetings/sheet/sheet-permissions.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import type { Member } from '#team/member.server.ts'
import { may } from '#team/rights.ts'

/** The meeting, if the member may mark there now. */
export async function meetingToMark(db: Db, member: Member, meetingId: string) {
  if (!may(member, 'marks')) refuse('not-your-work')
  const meeting = orNotFound(await meetingFor(db, meetingId, member.accountId))
  if (!sheetPermissions(member, { ...meeting, meeting }).marks) refuse('not-your-work')
  return meeting
}
