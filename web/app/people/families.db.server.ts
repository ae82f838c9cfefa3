import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/database/database.server.ts'
import { isBareName } from '#platform/format/bare-name.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { accounts, families } from './people.tables.ts'

export async function addFamily(tx: Db): Promise<{ familyId: string; number: number }> {
  const [family] = await tx.insert(families).values({}).returning()
  const { id: familyId, number } = orNotFound(family)
  return { familyId, number }
}

export const removeFamily = (tx: Db, familyId: string) => tx.delete(families).where(eq(families.id, familyId))

/** The family of a row before merges: `.leftJoin(writtenFor, eq(writtenFor.id, rows.familyId))`. */
export const writtenFor = alias(families, 'written_for')
/** That family now, after merges. */
export const familyNow = sql<string | null>`coalesce(${writtenFor.mergedInto}, ${writtenFor.id})`

/** A merged family's number leads to the family it was merged into. */
const idNumbered = (number: number) =>
  sql`(select coalesce(numbered.merged_into, numbered.id) from families as numbered where numbered.number = ${number})`

export const isNumbered = (number: number) => sql`${accounts.familyId} = ${idNumbered(number)}`

/** Also rows of families merged into it. */
export const isInFamily = (familyId: AnyPgColumn, number: number) =>
  sql`${familyId} = any(array${familyIds(idNumbered(number))})`

/** With those merged into it, which older rows name. */
export const familyIds = (familyId: string | SQL) =>
  sql`(select one.id from families as one where one.id = ${familyId} or one.merged_into = ${familyId})`

export async function listFamilyIds(db: Db, familyId: string): Promise<string[]> {
  const rows = await db
    .select({ id: families.id })
    .from(families)
    .where(inArray(families.id, familyIds(familyId)))
  return rows.map(({ id }) => id)
}

export async function findFamilyByNumber(db: Db, number: number) {
  const [family] = await db
    .select({ accountId: accounts.id, familyId: families.id })
    .from(accounts)
    .innerJoin(families, eq(families.id, accounts.familyId))
    .where(isNumbered(number))
  return family
}

/** Tables with both `account_id` and `family_id`. */
export const familyTables = [
  'people',
  'orders',
  'registrations',
  'charges',
  'donations',
  'offline_payments',
  'refunds',
  'mails',
]

/** Each has a partial index of those rows. */
const bareNameColumns = [
  ['offline_payments', 'recorded_by'],
  ['offline_payments', 'taken_back_by'],
  ['refunds', 'ended_by'],
] as const

/** Completes rows of an earlier version that may still run: families, and actors in place of bare user names. */
export async function completeFamilies(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into families (number, created_at)
      select number, created_at from accounts where family_id is null on conflict do nothing`)
    await tx.execute(sql`update accounts set family_id = families.id
      from families where families.number = accounts.number and accounts.family_id is null`)
  })
  for (const table of familyTables)
    await db.execute(sql`update ${sql.identifier(table)} as written set family_id = accounts.family_id
      from accounts where accounts.id = written.account_id and written.family_id is null`)
  for (const [table, name] of bareNameColumns) {
    const column = sql.identifier(name)
    await db.execute(
      sql`update ${sql.identifier(table)} set ${column} = 'command:' || ${column} where ${isBareName(column)}`,
    )
  }
}

/** For an account that an earlier version has just made. */
export async function ensureFamily(db: Db, accountId: string): Promise<string> {
  await completeFamilies(db)
  const [account] = await db
    .select({ familyId: accounts.familyId })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  return orNotFound(account?.familyId)
}
