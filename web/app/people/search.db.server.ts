import { asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { isNumbered } from './families.db.server.ts'
import { accounts, people } from './people.tables.ts'
import { searchOf, searchQuery } from './search.ts'

const batch = 500

/** Writes what these people are found by; after every change of a name, a phone number or an email. */
export async function writeSearch(tx: Db, which: SQL | undefined): Promise<number> {
  const rows = await tx
    .select({
      id: people.id,
      role: people.role,
      firstName: people.firstName,
      lastName: people.lastName,
      phone: people.phone,
      holder: { firstName: accounts.firstName, lastName: accounts.lastName, email: accounts.email },
    })
    .from(people)
    .leftJoin(accounts, eq(accounts.id, people.accountId))
    .where(which)
    .orderBy(asc(people.id))
    .limit(batch)
  if (rows.length === 0) return 0
  const words = rows.map(({ holder, ...row }) => {
    const isParent = row.role === 'parent' && holder
    return sql`(${row.id}::uuid, ${isParent ? searchOf(row, holder) : searchOf(row)}::tsvector)`
  })
  await tx.execute(
    sql`update people set search = found.words from (values ${sql.join(words, sql`, `)}) as found(id, words) where people.id = found.id`,
  )
  return rows.length
}

/** People who were written by a version that did not know of it, or by a season of the demo. */
export async function fillSearch(db: Db): Promise<void> {
  while ((await writeSearch(db, isNull(people.search))) === batch);
}

/** The families that somebody may mean by a name, an email, a phone number, or the family's own `number`. */
export function isMeant(text: string, number: number | undefined): SQL {
  const query = searchQuery(text)
  const named = query && sql`select account_id from people where search @@ ${query}::tsquery`
  const numbered = number && sql`select id from accounts where ${isNumbered(number)}`
  const found = [named, numbered].filter((part) => part !== undefined && part !== 0)
  return found.length > 0 ? sql`${accounts.id} in (${sql.join(found, sql` union `)})` : sql`false`
}
