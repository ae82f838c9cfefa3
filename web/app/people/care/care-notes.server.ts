import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, type Day, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { CareNoteForm } from './care.schema.ts'
import { careNotes } from './care.tables.ts'
import { lockPlayer, type PlayerKey } from './contacts.server.ts'

/** Without its text, whose every reading is logged. */
export const hasCareNote = async (db: Db, personId: string) =>
  (await db.$count(careNotes, eq(careNotes.personId, personId))) > 0

/** Keeps a renewed date. */
export async function saveCareNote(db: Db, player: PlayerKey, form: CareNoteForm): Promise<void> {
  const { category, note, what_to_do: whatToDo } = form
  const erasesOn = addDays(await readToday(db), retention.careNoteDays)
  const saved = { category, note, whatToDo, consentedBy: player.accountId }
  await db.transaction(async (tx) => {
    await lockPlayer(tx, player)
    await tx
      .insert(careNotes)
      .values({ personId: player.personId, ...saved, erasesOn })
      .onConflictDoUpdate({
        target: careNotes.personId,
        set: { ...saved, consentedAt: sql`now()`, erasesOn: laterThan(erasesOn) },
      })
  })
}

/** At the family's request, although no meeting is scheduled. */
export async function renewCareNote(db: Db, player: PlayerKey): Promise<void> {
  const erasesOn = addDays(await readToday(db), retention.renewedCareNoteDays)
  await db.transaction(async (tx) => {
    await lockPlayer(tx, player)
    const [renewed] = await tx
      .update(careNotes)
      .set({ erasesOn: laterThan(erasesOn) })
      .where(eq(careNotes.personId, player.personId))
      .returning({ personId: careNotes.personId })
    orNotFound(renewed)
  })
}

export function eraseCareNote(db: Db, player: PlayerKey): Promise<void> {
  return db.transaction(async (tx) => {
    await lockPlayer(tx, player)
    await tx.delete(careNotes).where(eq(careNotes.personId, player.personId))
  })
}

const laterThan = (day: Day) => sql`greatest(${careNotes.erasesOn}, ${day}::date)`

const readToday = async (db: Db) => todayIn((await readProgramme(db)).timeZone)
