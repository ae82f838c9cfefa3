import { asc, desc, eq, inArray } from 'drizzle-orm'
import { careViews } from '#meetings/attendance/attendance.tables.ts'
import { careNotes, contacts, photoConsents } from '#people/care/care.tables.ts'
import { findPerson } from '#people/people.db.server.ts'
import { accounts } from '#people/people.tables.ts'
import { type Actor, isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { erasesOn, findCareNote } from './erasing.server.ts'

/** Contacts, last reading and photo consent of several players; never the notes' text. */
export async function listCare(db: Db, personIds: string[]) {
  const allContacts = await db
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
    const isOfPlayer = ({ personId }: { personId: string }) => personId === id
    return {
      personId: id,
      contacts: allContacts.filter(isOfPlayer),
      note: notes.find(isOfPlayer),
      lastView: views.find(isOfPlayer),
      mayShowPhotos: photos.find(isOfPlayer)?.mayBeShown,
    }
  })
}

type Reader = { accountId: string; actor: Actor }
type Player = { personId: string; accountId: string; familyId: string }

/** Returns the note and logs the reading, which the family sees. */
export function readCareNote(db: Db, reader: Reader, { personId, accountId, familyId }: Player) {
  return db.transaction(async (tx) => {
    orNotFound(await findPerson(tx, accountId, personId))
    const { category, note, whatToDo } = orNotFound(await findCareNote(tx, personId))
    await tx.insert(careViews).values({ personId, accountId: reader.accountId, how: 'opened' })
    const { actor } = reader
    const isOwnFamily = isActorsAccount(actor, accountId)
    await addChange(tx, { actor, what: 'care note opened', familyId, personId, isOwnFamily })
    return { personId, category, note, whatToDo }
  })
}
