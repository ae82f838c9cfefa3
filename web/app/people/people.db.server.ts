import { and, asc, eq, gt, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { accounts, families, formerNames, type Person, people } from './people.tables.ts'

const shown = {
  id: people.id,
  role: people.role,
  firstName: people.firstName,
  lastName: people.lastName,
  phone: people.phone,
  birthday: people.birthday,
  skillLevel: people.skillLevel,
  isActive: people.isActive,
}
export type ShownPerson = Pick<Person, keyof typeof shown>

/** The oldest row first. */
export const listPeople = (db: Db, accountId: string): Promise<ShownPerson[]> =>
  peopleQuery(db).execute({ accountId })

const peopleQuery = prepared((db) =>
  db
    .select(shown)
    .from(people)
    .where(eq(people.accountId, sql.placeholder('accountId')))
    .orderBy(asc(people.createdAt), asc(people.id))
    .prepare(''),
)

/** Undefined for another account's. */
export async function findPerson(db: Db, accountId: string, id: string): Promise<ShownPerson | undefined> {
  const [person] = await db.select(shown).from(people).where(isAccountsPerson(accountId, id))
  return person
}

/** The account's adult: its holder, or a player account's emergency contact. */
export async function findParent(db: Db, accountId: string): Promise<ShownPerson | undefined> {
  const [parent] = await db
    .select(shown)
    .from(people)
    .where(and(eq(people.accountId, accountId), eq(people.role, 'parent')))
  return parent
}

export const isAccountsPerson = (accountId: string, id: string) =>
  and(eq(people.id, id), eq(people.accountId, accountId))

export const hasPassword = sql<boolean>`${accounts.passwordHash} is not null`

/** Made at the desk, without a password yet. */
export const isFromDesk = sql<boolean>`${accounts.passwordHash} is null and ${accounts.madeBy} is not null`

/** Where transfers and checks go, and the family's number for their note. */
export async function waysToPayOffline(db: Db, accountId: string) {
  const { walletHandle, addressLines, timeZone } = programme
  const [row] = await db
    .select({ familyNumber: accounts.number, walletHandle, addressLines, timeZone })
    .from(accounts)
    .crossJoin(programme)
    .where(eq(accounts.id, accountId))
  return orNotFound(row)
}

export async function findAccountByEmail(db: Db, email: string) {
  const [account] = await db
    .select({
      id: accounts.id,
      familyId: accounts.familyId,
      activatedAt: accounts.activatedAt,
      hasPassword,
      isFromDesk,
    })
    .from(accounts)
    .where(eq(accounts.email, email))
  return account
}

export async function findHolder(db: Db, accountId: string) {
  const [holder] = await db
    .select({ firstName: accounts.firstName, lastName: accounts.lastName })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  return holder
}

/** Null without email; undefined without account. */
export async function findEmail(db: Db, accountId: string | null): Promise<string | null | undefined> {
  if (!accountId) return undefined
  const [account] = await db
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  return account?.email
}

export async function findAccount(db: Db, accountId: string) {
  const [account] = await db
    .select({
      id: accounts.id,
      familyId: accounts.familyId,
      number: families.number,
      email: accounts.email,
      kind: accounts.kind,
    })
    .from(accounts)
    .innerJoin(families, eq(families.id, accounts.familyId))
    .where(eq(accounts.id, accountId))
  return account
}

/** The holder's name now, or at a moment of the past. */
export async function familyOnPaper(db: Db, accountId: string, at?: Date) {
  const former = db
    .select({ firstName: formerNames.firstName, lastName: formerNames.lastName })
    .from(formerNames)
    .where(and(eq(formerNames.accountId, accountId), at ? gt(formerNames.until, at) : sql`false`))
    .orderBy(asc(formerNames.until))
    .limit(1)
    .as('former')
  const [family] = await db
    .select({
      number: families.number,
      email: accounts.email,
      firstName: sql<string>`coalesce(${former.firstName}, ${accounts.firstName})`,
      lastName: sql<string>`coalesce(${former.lastName}, ${accounts.lastName})`,
    })
    .from(accounts)
    .innerJoin(families, eq(families.id, accounts.familyId))
    .leftJoin(former, sql`true`)
    .where(eq(accounts.id, accountId))
  return family
}

/**
 * Keeps the account from being deleted until the transaction ends; undefined where it is gone. 'no key update' is
 * exclusive, so that counts stay true. Lock order: account, sessions by id, then the account's rows
 * (docs/decisions/0010-locks.md).
 */
export async function lockAccount(
  tx: Db,
  accountId: string | SQL,
  strength: Strength = 'key share',
): Promise<{ id: string } | undefined> {
  const [account] = await accountToLock(tx, accountId, strength)
  return account
}
type Strength = 'key share' | 'no key update'

/** As part of another statement, whose snapshot is from before the lock. */
export const accountToLock = (tx: Db, accountId: string | SQL | Placeholder, strength: Strength) =>
  tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for(strength)
