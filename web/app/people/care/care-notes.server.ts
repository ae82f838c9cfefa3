import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, type Day, todayIn } from '#platform/format/dates.ts'
import { found } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { CareNoteForm } from './care.schema.ts'
import { careNotes } from './care.tables.ts'
import { lockPlayer, type OfPlayer } from './contacts.server.ts'

/** Whether there is one: its words are opened elsewhere, and each opening is written down. */
export const hasCareNote = async (db: Db, personId: string) =>
  (await db.$count(careNotes, eq(careNotes.personId, personId))) > 0

/** Keeps a note with the consent of whoever holds the account. A note that was renewed stays so. */
export async function saveCareNote(db: Db, player: OfPlayer, form: CareNoteForm): Promise<void> {
  const { category, note, what_to_do: whatToDo } = form
  const erasesOn = addDays(await todayOf(db), retention.careNoteDays)
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

/** The family wants it kept although no meeting is to come. */
export async function renewCareNote(db: Db, player: OfPlayer): Promise<void> {
  const erasesOn = addDays(await todayOf(db), retention.renewedCareNoteDays)
  await db.transaction(async (tx) => {
    await lockPlayer(tx, player)
    const [renewed] = await tx
      .update(careNotes)
      .set({ erasesOn: laterThan(erasesOn) })
      .where(eq(careNotes.personId, player.personId))
      .returning({ personId: careNotes.personId })
    found(renewed)
  })
}

export function eraseCareNote(db: Db, player: OfPlayer): Promise<void> {
  return db.transaction(async (tx) => {
    await lockPlayer(tx, player)
    await tx.delete(careNotes).where(eq(careNotes.personId, player.personId))
  })
}

const laterThan = (day: Day) => sql`greatest(${careNotes.erasesOn}, ${day}::date)`

const todayOf = async (db: Db) => todayIn((await readProgramme(db)).timeZone)
