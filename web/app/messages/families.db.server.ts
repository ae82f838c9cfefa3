import { and, asc, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { hasSigned } from '#people/accounts/sign-up/releases.db.server.ts'
import { guardianAddresses } from '#people/care/care.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import { adultAge } from '#people/people.ts'
import type { Db } from '#platform/database/database.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'

const isMinor = sql<boolean>`${people.birthday} > current_date - make_interval(years => ${adultAge})`

type FamilyFilter = { isUnsigned?: boolean; accountId?: string }

/** Families with a place in these sessions, deduplicated. */
export const listFamilies = (db: Db, sessionIds: number[], { isUnsigned, accountId }: FamilyFilter = {}) =>
  db
    .select({
      accountId: accounts.id,
      familyId: accounts.familyId,
      number: accounts.number,
      name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
      email: accounts.email,
      sessionIds: sql<number[]>`json_agg(distinct ${registrations.sessionId})`,
      /** A minor with an account and no confirmed guardian: no parent gets a copy. */
      lacksGuardian: sql<boolean>`${accounts.kind} = 'player' and coalesce(bool_or(${isMinor}), false)
        and max(${guardianAddresses.email}) is null`,
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .innerJoin(people, eq(people.id, registrations.personId))
    .leftJoin(
      guardianAddresses,
      and(eq(guardianAddresses.accountId, accounts.id), isNotNull(guardianAddresses.confirmedAt)),
    )
    .where(
      and(
        inArray(registrations.sessionId, sessionIds),
        isNull(registrations.removedAt),
        isNull(registrations.heldUntil),
        isUnsigned ? not(hasSigned) : undefined,
        accountId ? eq(accounts.id, accountId) : undefined,
      ),
    )
    .groupBy(accounts.id)
    .orderBy(asc(accounts.lastName), asc(accounts.firstName), asc(accounts.id))
export type FamilyToWrite = Awaited<ReturnType<typeof listFamilies>>[number]
