import { and, asc, eq, inArray, ne, type SQL } from 'drizzle-orm'
import { accounts, families, people } from '#people/people.tables.ts'
import { isMeant } from '#people/search.db.server.ts'
import type { Db } from '#platform/database.server.ts'
import { openBetween } from '#refunds/owed.db.server.ts'
import { duesOf } from '#registrations/dues.ts'
import { isPayable } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { invoiceNumber } from './invoice.ts'

/** As many fit on a screen that is read. */
const most = 20

/** The families that somebody may mean. */
export const searchFamilies = async (db: Db, text: string) =>
  withPlayers(db, await familiesFound(db, text), most)

/** At most so many families with their players and what they owe; `hasMore` where there are others. */
export async function withPlayers(db: Db, rows: FamilyRow[], most: number) {
  const families = rows.slice(0, most)
  const ids = families.map(({ id }) => id)
  const players = await db
    .select({
      accountId: people.accountId,
      id: people.id,
      firstName: people.firstName,
      lastName: people.lastName,
    })
    .from(people)
    .where(and(inArray(people.accountId, ids), ne(people.role, 'parent')))
    .orderBy(asc(people.createdAt), asc(people.id))
  const unpaid = await db
    .select({ accountId: registrations.accountId, priceCents: registrations.priceCents })
    .from(registrations)
    .where(and(inArray(registrations.accountId, ids), isPayable))
  const reclaimed = (await openBetween(db, ids))
    .filter(({ state }) => state === 'reclaimed')
    .map(({ accountId, amountCents }) => ({ accountId, priceCents: amountCents }))
  return {
    families: families.map(({ id, ...family }) => ({
      ...family,
      players: players.filter(({ accountId }) => accountId === id).map(({ accountId: _, ...name }) => name),
      owesCents: duesOf([...unpaid, ...reclaimed].filter(({ accountId }) => accountId === id)),
    })),
    hasMore: rows.length > most,
  }
}
export type FoundFamilies = Awaited<ReturnType<typeof withPlayers>>

export const familiesFound = (db: Db, text: string) =>
  familiesWhere(db, isMeant(text, numberIn(text)), most + 1)

type FamilyRow = Awaited<ReturnType<typeof familiesWhere>>[number]

/** By the names of their holders. */
export const familiesWhere = (db: Db, which: SQL | undefined, limit: number) =>
  db
    .select({
      id: accounts.id,
      number: families.number,
      email: accounts.email,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
    })
    .from(accounts)
    .innerJoin(families, eq(families.id, accounts.familyId))
    .where(which)
    .orderBy(asc(accounts.lastName), asc(accounts.firstName), asc(families.number))
    .limit(limit)

/** "2027-1004", as on an invoice, or "1004". */
function numberIn(text: string): number | undefined {
  const number = invoiceNumber(text)?.family ?? (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : undefined)
  return number && number < 2 ** 31 ? number : undefined
}
