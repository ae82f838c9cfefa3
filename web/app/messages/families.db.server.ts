import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { guardianAddresses } from '#people/care.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import { adultAge } from '#people/people.ts'
import type { Db } from '#platform/database.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { messageFamilies, messages } from './messages.tables.ts'

const isMinor = sql<boolean>`${people.birthday} > current_date - make_interval(years => ${adultAge})`

/** The families that have a place in a session, once each, however many of their children have one. */
export const familiesIn = (db: Db, sessionId: number) =>
  db
    .select({
      accountId: accounts.id,
      familyId: accounts.familyId,
      number: accounts.number,
      name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
      email: accounts.email,
      /** No parent gets a copy: a minor with an account of their own, whose guardian has not agreed. */
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
        eq(registrations.sessionId, sessionId),
        isNull(registrations.removedAt),
        isNull(registrations.heldUntil),
      ),
    )
    .groupBy(accounts.id)
    .orderBy(asc(accounts.lastName), asc(accounts.firstName), asc(accounts.id))
export type FamilyInSession = Awaited<ReturnType<typeof familiesIn>>[number]

/** To how many families of this session a message went. */
export const countWrittenTo = (db: Db, sessionId: number, messageId: string) =>
  db.$count(
    messageFamilies,
    sql`${messageFamilies.messageId} = ${messageId} and exists (select from ${messages}
      where ${messages.id} = ${messageId} and ${messages.sessionId} = ${sessionId})`,
  )
