import { and, eq, inArray } from 'drizzle-orm'
import { careViews } from '#meetings/attendance/attendance.tables.ts'
import { listSheetPlayers } from '#meetings/sheet/sheet.db.server.ts'
import { isForDesk, sheetPermissions } from '#meetings/sheet/sheet-permissions.ts'
import { careNotes } from '#people/care/care.tables.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import type { Member } from '#team/member.server.ts'
import { may } from '#team/rights.ts'
import { meetingFor } from './meeting.db.server.ts'

export type OpenedNote = { personId: string; note: string; whatToDo: string }
type How = 'opened' | 'kept' | 'printed'

const actions = {
  opened: 'care note opened',
  kept: 'care notes kept on a phone',
  printed: 'care notes printed',
} as const

/**
 * Opens the care notes of a sheet, of one player or of all, for members who may read them now. Each reading is logged
 * and shown to the family; storing a sheet on a phone repeatedly is logged once.
 */
export function openNotes(
  db: Db,
  member: Member,
  meetingId: string,
  how: How,
  personId?: string,
): Promise<OpenedNote[]> {
  if (!may(member, 'care')) refuse('not-your-work')
  return db.transaction(async (tx) => {
    const meeting = orNotFound(await meetingFor(tx, meetingId, member.accountId))
    if (!sheetPermissions(member, { ...meeting, meeting }).care) refuse('not-your-work')
    const onSheet = (await listSheetPlayers(tx, meeting))
      .filter((player) => player.care !== null && !isForDesk(member, 'care', player))
      .map(({ id }) => id)
    const ids = personId === undefined ? onSheet : onSheet.filter((id) => id === personId)
    if (personId !== undefined && ids.length === 0) refuse('not-found')
    const notes = await tx
      .select({ personId: careNotes.personId, note: careNotes.note, whatToDo: careNotes.whatToDo })
      .from(careNotes)
      .where(inArray(careNotes.personId, ids))
    const unrecorded = how === 'kept' ? await notKeptYet(tx, member, meetingId, notes) : notes
    for (const { personId: id } of unrecorded) {
      await tx.insert(careViews).values({ personId: id, meetingId, accountId: member.accountId, how })
      await addChange(tx, { actor: member.actor, what: actions[how], meetingId, personId: id })
    }
    return notes
  })
}

async function notKeptYet(tx: Db, member: Member, meetingId: string, notes: OpenedNote[]) {
  const recorded = await tx
    .select({ personId: careViews.personId })
    .from(careViews)
    .where(
      and(
        eq(careViews.meetingId, meetingId),
        eq(careViews.accountId, member.accountId),
        eq(careViews.how, 'kept'),
      ),
    )
  const before = new Set(recorded.map(({ personId }) => personId))
  return notes.filter(({ personId }) => !before.has(personId))
}
