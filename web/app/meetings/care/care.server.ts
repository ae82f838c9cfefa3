import { desc, eq } from 'drizzle-orm'
import { careViews } from '#meetings/attendance/attendance.tables.ts'
import { contactsOf } from '#people/care/contacts.server.ts'
import { photoConsentOf } from '#people/care/photo-consents.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayAndTime, longDay } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { careNoteOf } from './erasing.server.ts'

/** Whom to call for a player, what coaches must know, who read it, and whether photos may be shown. */
export async function careOf(db: Db, personId: string) {
  const { timeZone } = await readProgramme(db)
  const note = await careNoteOf(db, personId)
  const views = await careViewsOf(db, personId)
  const photos = await photoConsentOf(db, personId)
  return {
    contacts: await contactsOf(db, personId),
    note: note && { ...note, erasesOn: longDay(note.erasesOn) },
    views: views.map(({ at, ...view }) => ({ ...view, at: dayAndTime(at, timeZone) })),
    photos: photos && { mayBeShown: photos.mayBeShown, since: dayAndTime(photos.at, timeZone) },
  }
}
export type Care = Awaited<ReturnType<typeof careOf>>

/** Who read the note of a player, latest first. */
const careViewsOf = (db: Db, personId: string) =>
  db
    .select({
      id: careViews.id,
      how: careViews.how,
      at: careViews.at,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
    })
    .from(careViews)
    .leftJoin(accounts, eq(accounts.id, careViews.accountId))
    .where(eq(careViews.personId, personId))
    .orderBy(desc(careViews.id))
    .limit(50)
