import { inArray } from 'drizzle-orm'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'

/** Account ids by email, of those addresses that have an account. */
export async function accountsByEmail(db: Db, emails: string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .select({ id: accounts.id, email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.email, emails))
  return new Map(rows.flatMap(({ id, email }) => (email ? [[email, id] as const] : [])))
}
