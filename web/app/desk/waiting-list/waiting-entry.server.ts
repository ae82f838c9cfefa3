import { and, eq } from 'drizzle-orm'
import { familyAt } from '#desk/family/family.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { listFamilyEntries } from './family-line.server.ts'

/** From the route parameters; `wait` is undefined once the entry is over. */
export async function entryAt(db: Db, params: { number: string; entry: string }) {
  const family = await familyAt(db, rowId(params.number))
  const id = rowId(params.entry)
  const { accountId } = family
  const isTheirs = and(eq(waitingEntries.id, id), eq(waitingEntries.accountId, accountId))
  orNotFound((await db.$count(waitingEntries, isTheirs)) > 0 || undefined)
  const waits = await listFamilyEntries(db, accountId)
  return { family, entryId: id, wait: waits.find((wait) => wait.id === id) }
}
