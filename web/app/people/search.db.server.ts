import { asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { isNumbered } from './families.db.server.ts'
import { accounts, people } from './people.tables.ts'
import { searchQuery, toSearchVector } from './search.ts'

const batch = 500

/** Call it after every change of a name, phone number or email. */
export async function writeSearch(tx: Db, condition: SQL | undefined): Promise<number> {
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
    .where(condition)
    .orderBy(asc(people.id))
    .limit(batch)
  if (rows.length === 0) return 0
  const entries = rows.map(({ holder, ...row }) => {
    const isParent = row.role === 'parent' && holder
    return sql`(${row.id}::uuid, ${isParent ? toSearchVector(row, holder) : toSearchVector(row)}::tsvector)`
  })
  await tx.execute(
    sql`update people set search = found.words from (values ${sql.join(entries, sql`, `)}) as found(id, words) where people.id = found.id`,
  )
  return rows.length
}

/** For rows of an earlier version or of the demo season. */
export async function fillSearch(db: Db): Promise<void> {
  while ((await writeSearch(db, isNull(people.search))) === batch);
}

/** Matches by name, email, phone number, or the family's `number`. */
export function matchesFamily(text: string, number: number | undefined): SQL {
  const query = searchQuery(text)
  const named = query && sql`select account_id from people where search @@ ${query}::tsquery`
  const numbered = number && sql`select id from accounts where ${isNumbered(number)}`
  const found = [named, numbered].filter((part) => part !== undefined && part !== 0)
  return found.length > 0 ? sql`${accounts.id} in (${sql.join(found, sql` union `)})` : sql`false`
}
