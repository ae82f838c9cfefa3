import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { careNotes } from '#people/care/care.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, todayIn } from '#platform/format/dates.ts'
import { retention } from '#platform/retention.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'

/** Last day of the player's sessions, planned or moved. */
const lastDay = sql`(
  select max(greatest(sessions.ends_on, (
    select max(meetings.day) from meetings where meetings.session_id = sessions.id and meetings.state = 'planned'
  )))
  from registrations join sessions on sessions.id = registrations.session_id
  where registrations.person_id = ${careNotes.personId} and registrations.removed_at is null
)`

/** Some time after the last day on court, or the family's later date. */
export const erasesOn = sql<Day>`greatest(${careNotes.erasesOn}, ${lastDay} + ${retention.careNoteDays}::int)`

export async function findCareNote(db: Db, personId: string) {
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

/** Erases notes past their day, only if the family was notified of exactly that day. */
export async function eraseOldCareNotes(db: Db): Promise<void> {
  const today = todayIn((await readProgramme(db)).timeZone)
  const over = db
    .select({ personId: careNotes.personId })
    .from(careNotes)
    .where(and(lt(erasesOn, today), eq(erasesOn, careNotes.toldErasesOn)))
  await db.delete(careNotes).where(inArray(careNotes.personId, over))
}
