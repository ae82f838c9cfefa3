import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { careNotes, contacts, photoConsents } from '#people/care/care.tables.ts'
import { accounts, familyMerges, people } from '#people/people.tables.ts'
import { forgetChangeNotes } from '#platform/changes.db.server.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { ageExceptions } from '#registrations/fit/age-exceptions.tables.ts'

/** What is left of a person to whom records refer. */
export const deletedPlayer = {
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

/** What stays as a record of what was. Rooms above this one own some of these tables. */
const records = ['registrations', 'care_views', 'meeting_guests']
/** What goes with the player. */
const ownRecords = ['attendance', 'absences', 'waiting_players', 'age_exceptions']
const isIn = (table: string) =>
  sql`exists (select 1 from ${sql.identifier(table)} as record where record.person_id = ${people.id})`

/** Deletes people; the rows that records refer to stay, without anything that tells who it was. */
export async function erasePeople(tx: Db, which: SQL | undefined): Promise<void> {
  const left = tx.select({ id: people.id }).from(people).where(which)
  await forgetChangeNotes(tx, inArray(changes.personId, left))
  const theirFamilies = tx
    .select({ id: accounts.familyId })
    .from(people)
    .innerJoin(accounts, eq(accounts.id, people.accountId))
    .where(which)
  // An undo would bring them back.
  await tx.update(familyMerges).set({ saved: null }).where(inArray(familyMerges.intoFamilyId, theirFamilies))
  for (const table of ownRecords)
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${inArray(sql`person_id`, left)}`)
  await tx.delete(people).where(and(which, not(sql`(${sql.join(records.map(isIn), sql` or `)})`)))
  await tx.delete(ageExceptions).where(inArray(ageExceptions.personId, left))
  await tx.delete(contacts).where(inArray(contacts.personId, left))
  await tx.delete(careNotes).where(inArray(careNotes.personId, left))
  await tx.delete(photoConsents).where(inArray(photoConsents.personId, left))
  await tx.update(people).set(deletedPlayer).where(which)
}
