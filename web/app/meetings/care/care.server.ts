import { desc, eq } from 'drizzle-orm'
import { careViews } from '#meetings/attendance/attendance.tables.ts'
import { listContacts } from '#people/care/contacts.server.ts'
import { findPhotoConsent } from '#people/care/photo-consents.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayAndTime, longDay } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { findCareNote } from './erasing.server.ts'

/** Contacts, care note with its readings, and photo consent of a player. */
export async function readCare(db: Db, personId: string) {
  const { timeZone } = await readProgramme(db)
  const note = await findCareNote(db, personId)
  const views = await listCareViews(db, personId)
  const photos = await findPhotoConsent(db, personId)
  return {
    contacts: await listContacts(db, personId),
    note: note && { ...note, erasesOn: longDay(note.erasesOn) },
    views: views.map(({ at, ...view }) => ({ ...view, at: dayAndTime(at, timeZone) })),
    photos: photos && { mayBeShown: photos.mayBeShown, since: dayAndTime(photos.at, timeZone) },
  }
}
export type Care = Awaited<ReturnType<typeof readCare>>

/** Latest first. */
const listCareViews = (db: Db, personId: string) =>
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
