import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { careNotes, contacts, photoConsents } from '#people/care.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'

/** What is left of a person to whom registrations refer. */
const deletedPlayer = {
  accountId: null,
  role: 'family' as const,
  firstName: 'Deleted',
  lastName: 'player',
  phone: null,
  birthday: null,
  skillLevel: null,
  isActive: false,
  search: '',
}

/** Deletes people; the rows that registrations refer to stay, without anything that tells who it was. */
export async function erasePeople(tx: Db, which: SQL | undefined): Promise<void> {
  const isReferredTo = sql`exists (select 1 from registrations where person_id = ${people.id})`
  await tx.delete(people).where(and(which, sql`not ${isReferredTo}`))
  const left = tx.select({ id: people.id }).from(people).where(which)
  await tx.delete(contacts).where(inArray(contacts.personId, left))
  await tx.delete(careNotes).where(inArray(careNotes.personId, left))
  await tx.delete(photoConsents).where(inArray(photoConsents.personId, left))
  await tx.update(people).set(deletedPlayer).where(which)
}
