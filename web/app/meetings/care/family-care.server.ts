import { asc, desc, eq, inArray } from 'drizzle-orm'
import { careViews } from '#meetings/attendance/attendance.tables.ts'
import { careNotes, contacts, photoConsents } from '#people/care/care.tables.ts'
import { personOf } from '#people/people.db.server.ts'
import { accounts } from '#people/people.tables.ts'
import { type Actor, isOwnFamilyOf } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { found } from '#platform/refusal.ts'
import { careNoteOf, erasesOn } from './erasing.server.ts'

/** Of these players at once: contacts, whether there is a note and who read it last, and photos. Never a note itself. */
export async function careOfPlayers(db: Db, personIds: string[]) {
  const contactsOfAll = await db
    .select()
    .from(contacts)
    .where(inArray(contacts.personId, personIds))
    .orderBy(asc(contacts.position), asc(contacts.id))
  const notes = await db
    .select({ personId: careNotes.personId, category: careNotes.category, erasesOn })
    .from(careNotes)
    .where(inArray(careNotes.personId, personIds))
  const views = await db
    .selectDistinctOn([careViews.personId], {
      personId: careViews.personId,
      how: careViews.how,
      at: careViews.at,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
    })
    .from(careViews)
    .leftJoin(accounts, eq(accounts.id, careViews.accountId))
    .where(inArray(careViews.personId, personIds))
    .orderBy(asc(careViews.personId), desc(careViews.id))
  const photos = await db
    .selectDistinctOn([photoConsents.personId], {
      personId: photoConsents.personId,
      mayBeShown: photoConsents.mayBeShown,
    })
    .from(photoConsents)
    .where(inArray(photoConsents.personId, personIds))
    .orderBy(asc(photoConsents.personId), desc(photoConsents.id))
  return personIds.map((id) => {
    const isOf = ({ personId }: { personId: string }) => personId === id
    return {
      personId: id,
      contacts: contactsOfAll.filter(isOf),
      note: notes.find(isOf),
      lastView: views.find(isOf),
      mayShowPhotos: photos.find(isOf)?.mayBeShown,
    }
  })
}

type Reader = { accountId: string; actor: Actor }
type Player = { personId: string; accountId: string; familyId: string }

/** Gives the note out, and writes down that it did: the family sees who read it. */
export function readCareNote(db: Db, reader: Reader, { personId, accountId, familyId }: Player) {
  return db.transaction(async (tx) => {
    found(await personOf(tx, accountId, personId))
    const { category, note, whatToDo } = found(await careNoteOf(tx, personId))
    await tx.insert(careViews).values({ personId, accountId: reader.accountId, how: 'opened' })
    const { actor } = reader
    const isOwnFamily = isOwnFamilyOf(actor, accountId)
    await addChange(tx, { actor, what: 'care note opened', familyId, personId, isOwnFamily })
    return { personId, category, note, whatToDo }
  })
}
