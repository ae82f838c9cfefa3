import { and, asc, eq, gt, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import { found } from '#platform/refusal.ts'
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

/** Everybody of the account, eldest entry first. */
export const peopleOf = (db: Db, accountId: string): Promise<ShownPerson[]> =>
  peopleOfAccount(db).execute({ accountId })

const peopleOfAccount = prepared((db) =>
  db
    .select(shown)
    .from(people)
    .where(eq(people.accountId, sql.placeholder('accountId')))
    .orderBy(asc(people.createdAt), asc(people.id))
    .prepare(''),
)

/** One person of this account; undefined for anybody else's. */
export async function personOf(db: Db, accountId: string, id: string): Promise<ShownPerson | undefined> {
  const [person] = await db.select(shown).from(people).where(isOf(accountId, id))
  return person
}

/** The account's adult: its holder, or the emergency contact of a player account. */
export async function parentOf(db: Db, accountId: string): Promise<ShownPerson | undefined> {
  const [parent] = await db
    .select(shown)
    .from(people)
    .where(and(eq(people.accountId, accountId), eq(people.role, 'parent')))
  return parent
}

export const isOf = (accountId: string, id: string) => and(eq(people.id, id), eq(people.accountId, accountId))

export const hasPassword = sql<boolean>`${accounts.passwordHash} is not null`

/** Made at the desk, and its holder has not chosen a password yet. */
export const isFromDesk = sql<boolean>`${accounts.passwordHash} is null and ${accounts.madeBy} is not null`

/** Where a family's transfers and checks go, and the number that it writes in the note. */
export async function waysToPayOffline(db: Db, accountId: string) {
  const { walletHandle, addressLines, timeZone } = programme
  const [row] = await db
    .select({ familyNumber: accounts.number, walletHandle, addressLines, timeZone })
    .from(accounts)
    .crossJoin(programme)
    .where(eq(accounts.id, accountId))
  return found(row)
}

export async function accountByEmail(db: Db, email: string) {
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

/** What the holder of the account is called. */
export async function holderOf(db: Db, accountId: string) {
  const [holder] = await db
    .select({ firstName: accounts.firstName, lastName: accounts.lastName })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  return holder
}

/** Null of a family without email; undefined where the account is gone. */
export async function emailOf(db: Db, accountId: string | null): Promise<string | null | undefined> {
  if (!accountId) return undefined
  const [account] = await db
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  return account?.email
}

export async function accountById(db: Db, accountId: string) {
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

/** A family as a letter names it, by what its holder is called, or was at a moment of the past. */
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
 * Nobody deletes the account until this transaction is over; undefined where it is gone. With 'no key update' nobody else
 * does either what this transaction does, so that what it counts stays true. Locks are taken in one order: the
 * account, then sessions by their ids, then what belongs to the account (docs/decisions/0010-locks.md).
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

/** The same as a part of another statement, which sees of others only what was before it began to wait. */
export const accountToLock = (tx: Db, accountId: string | SQL | Placeholder, strength: Strength) =>
  tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for(strength)
