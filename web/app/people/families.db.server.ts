import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/database/database.server.ts'
import { isBareName } from '#platform/format/bare-name.server.ts'
import { found } from '#platform/refusal.ts'
import { accounts, families } from './people.tables.ts'

/** For an account that is about to be made. */
export async function addFamily(tx: Db): Promise<{ familyId: string; number: number }> {
  const [family] = await tx.insert(families).values({}).returning()
  const { id: familyId, number } = found(family)
  return { familyId, number }
}

/** Nothing was ever stored of it. */
export const removeFamily = (tx: Db, familyId: string) => tx.delete(families).where(eq(families.id, familyId))

/** The family that a row was written for: `.leftJoin(writtenFor, eq(writtenFor.id, rows.familyId))`. */
export const writtenFor = alias(families, 'written_for')
/** What that family is now: itself, or the one into which it was merged. */
export const familyNow = sql<string | null>`coalesce(${writtenFor.mergedInto}, ${writtenFor.id})`

/** The id of the family that is known by this number now; it may have brought the number along when it was merged. */
const idNumbered = (number: number) =>
  sql`(select coalesce(numbered.merged_into, numbered.id) from families as numbered where numbered.number = ${number})`

export const isNumbered = (number: number) => sql`${accounts.familyId} = ${idNumbered(number)}`

/** The rows that were written for the family of this number, or for one that was merged with it. */
export const isOfFamily = (familyId: AnyPgColumn, number: number) =>
  sql`${familyId} = any(array${idsOfFamily(idNumbered(number))})`

/** A family's id and those of the families that were merged into it, under which older rows stand. */
export const idsOfFamily = (familyId: string | SQL) =>
  sql`(select one.id from families as one where one.id = ${familyId} or one.merged_into = ${familyId})`

export async function familiesWithin(db: Db, familyId: string): Promise<string[]> {
  const rows = await db
    .select({ id: families.id })
    .from(families)
    .where(inArray(families.id, idsOfFamily(familyId)))
  return rows.map(({ id }) => id)
}

export async function familyByNumber(db: Db, number: number) {
  const [family] = await db
    .select({ accountId: accounts.id, familyId: families.id })
    .from(accounts)
    .innerJoin(families, eq(families.id, accounts.familyId))
    .where(isNumbered(number))
  return family
}

/** Whose rows say both whose account they are, and which family they were written for. */
export const tablesOfFamilies = [
  'people',
  'orders',
  'registrations',
  'charges',
  'donations',
  'offline_payments',
  'refunds',
  'mails',
]

/** Each has an index of those rows alone. */
const commandsOfBefore = [
  ['offline_payments', 'recorded_by'],
  ['offline_payments', 'taken_back_by'],
  ['refunds', 'ended_by'],
] as const

/**
 * Gives families to accounts, and to what belongs to them, that a version wrote which knew none and still runs; and
 * says of users whom it wrote down by their bare name that they used a command.
 */
export async function completeFamilies(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into families (number, created_at)
      select number, created_at from accounts where family_id is null on conflict do nothing`)
    await tx.execute(sql`update accounts set family_id = families.id
      from families where families.number = accounts.number and accounts.family_id is null`)
  })
  for (const table of tablesOfFamilies)
    await db.execute(sql`update ${sql.identifier(table)} as written set family_id = accounts.family_id
      from accounts where accounts.id = written.account_id and written.family_id is null`)
  for (const [table, name] of commandsOfBefore) {
    const column = sql.identifier(name)
    await db.execute(
      sql`update ${sql.identifier(table)} set ${column} = 'command:' || ${column} where ${isBareName(column)}`,
    )
  }
}

/** The family of an account that such a version made just now. */
export async function familyOf(db: Db, accountId: string): Promise<string> {
  await completeFamilies(db)
  const [account] = await db
    .select({ familyId: accounts.familyId })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  return found(account?.familyId)
}
