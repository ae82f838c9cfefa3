import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#platform/database.server.ts'
import { prepared } from '#platform/prepared.server.ts'
import { hasSigned } from './accounts/releases.db.server.ts'
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

export async function accountByEmail(db: Db, email: string) {
  const [account] = await db
    .select({
      id: accounts.id,
      familyId: accounts.familyId,
      activatedAt: accounts.activatedAt,
      /** Made at the desk, and its holder has not chosen a password yet. */
      isFromDesk: sql<boolean>`${accounts.passwordHash} is null`,
    })
    .from(accounts)
    .where(eq(accounts.email, email))
  return account
}

/** What the holder of the account is called, or was at a moment of the past. */
export async function holderOf(db: Db, accountId: string, at?: Date) {
  const [former] = at
    ? await db
        .select({ firstName: formerNames.firstName, lastName: formerNames.lastName })
        .from(formerNames)
        .where(and(eq(formerNames.accountId, accountId), gt(formerNames.until, at)))
        .orderBy(asc(formerNames.until))
        .limit(1)
    : []
  if (former) return former
  const [holder] = await db
    .select({ firstName: accounts.firstName, lastName: accounts.lastName })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  return holder
}

export async function accountById(db: Db, accountId: string) {
  const [account] = await db
    .select({ id: accounts.id, number: families.number, email: accounts.email, kind: accounts.kind })
    .from(accounts)
    .innerJoin(families, eq(families.id, accounts.familyId))
    .where(eq(accounts.id, accountId))
  return account
}

/**
 * Nobody deletes the account until this transaction is over; undefined where it is gone. With 'no key update' nobody else
 * does either what this transaction does, so that what it counts stays true. Locks are taken in one order: the
 * account, then sessions by their ids, then what belongs to the account (docs/decisions/0010-locks.md).
 */
export async function lockAccount(
  tx: Db,
  accountId: string,
  strength: 'key share' | 'no key update' = 'key share',
): Promise<{ hasSigned: boolean } | undefined> {
  const [account] = await tx
    .select({ hasSigned })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for(strength)
  return account
}
