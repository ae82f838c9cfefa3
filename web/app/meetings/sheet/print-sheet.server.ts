import { type OpenedNote, openNotes } from '#meetings/care-notes.server.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Member } from '#team/member.server.ts'
import { daySheet } from './sheet.server.ts'

/** Logs the print and returns the care notes if requested. */
export function printSheet(
  db: Db,
  member: Member,
  meetingId: string,
  what: 'plain' | 'with notes',
): Promise<OpenedNote[]> {
  return db.transaction(async (tx) => {
    const { players, sessionId } = await daySheet(tx, member, meetingId)
    const after = { rows: players.length }
    await addChange(tx, { actor: member.actor, what: 'day sheet printed', sessionId, meetingId, after })
    return what === 'plain' ? [] : await openNotes(tx, member, meetingId, 'printed')
  })
}
