import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { careNotes, contacts, photoConsents } from '#people/care/care.tables.ts'
import { accounts, familyMerges, type Person, people } from '#people/people.tables.ts'
import { forgetChangeNotes } from '#platform/changes.db.server.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { ageExceptions } from '#registrations/fit/age-exceptions.tables.ts'

/** Values that overwrite a person to whom records refer. */
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
} satisfies Omit<Person, 'id' | 'familyId' | 'createdAt'>

/** Tables whose rows keep the (anonymous) person alive; rooms above own some of them. */
const recordTables = ['registrations', 'care_views', 'meeting_guests']
const dependentTables = ['attendance', 'absences', 'waiting_players', 'age_exceptions']
const isIn = (table: string) =>
  sql`exists (select 1 from ${sql.identifier(table)} as record where record.person_id = ${people.id})`

/** Deletes people; where records refer to them, the row stays, anonymised. */
export async function erasePeople(tx: Db, filter: SQL | undefined): Promise<void> {
  const erasedIds = tx.select({ id: people.id }).from(people).where(filter)
  await forgetChangeNotes(tx, inArray(changes.personId, erasedIds))
  const theirFamilies = tx
    .select({ id: accounts.familyId })
    .from(people)
    .innerJoin(accounts, eq(accounts.id, people.accountId))
    .where(filter)
  await tx.update(familyMerges).set({ saved: null }).where(inArray(familyMerges.intoFamilyId, theirFamilies))
  for (const table of dependentTables)
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${inArray(sql`person_id`, erasedIds)}`)
  await tx.delete(people).where(and(filter, not(sql`(${sql.join(recordTables.map(isIn), sql` or `)})`)))
  await tx.delete(ageExceptions).where(inArray(ageExceptions.personId, erasedIds))
  await tx.delete(contacts).where(inArray(contacts.personId, erasedIds))
  await tx.delete(careNotes).where(inArray(careNotes.personId, erasedIds))
  await tx.delete(photoConsents).where(inArray(photoConsents.personId, erasedIds))
  await tx.update(people).set(deletedPlayer).where(filter)
}
