import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { careNotes } from '#people/care/care.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, todayIn } from '#platform/format/dates.ts'
import { retention } from '#platform/retention.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'

/** The last day of the sessions in which the player has a place, as planned or as moved since. */
const lastDay = sql`(
  select max(greatest(sessions.ends_on, (
    select max(meetings.day) from meetings where meetings.session_id = sessions.id and meetings.state = 'planned'
  )))
  from registrations join sessions on sessions.id = registrations.session_id
  where registrations.person_id = ${careNotes.personId} and registrations.removed_at is null
)`

/** When a note is erased: so long after the last day on the court, or later where the family said so. */
export const erasesOn = sql<Day>`greatest(${careNotes.erasesOn}, ${lastDay} + ${retention.careNoteDays}::int)`

export async function careNoteOf(db: Db, personId: string) {
  const [note] = await db
    .select({
      category: careNotes.category,
      note: careNotes.note,
      whatToDo: careNotes.whatToDo,
      erasesOn,
    })
    .from(careNotes)
    .where(eq(careNotes.personId, personId))
  return note
}

/** Erases notes that nobody needs any more, each on no other day than the one that its family was told. */
export async function eraseOldCareNotes(db: Db): Promise<void> {
  const today = todayIn((await readProgramme(db)).timeZone)
  const over = db
    .select({ personId: careNotes.personId })
    .from(careNotes)
    .where(and(lt(erasesOn, today), eq(erasesOn, careNotes.toldErasesOn)))
  await db.delete(careNotes).where(inArray(careNotes.personId, over))
}
