import { and, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { accounts, releases } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'

type Signed = Omit<typeof releases.$inferInsert, 'id' | 'at'>

/** False where this text was accepted before. */
export async function signRelease(tx: Db, signed: Signed): Promise<boolean> {
  const made = await tx.insert(releases).values(signed).onConflictDoNothing().returning({ id: releases.id })
  const isFirst = and(eq(accounts.id, signed.accountId), isNull(accounts.releaseSignedAt))
  await tx.update(accounts).set({ releaseSignedAt: sql`now()` }).where(isFirst)
  return made.length > 0
}

/** For queries on `accounts`. */
export const hasSigned = isSignedFor(sql`accounts.id`)

export function isSignedFor(accountId: string | SQL | Placeholder) {
  return sql<boolean>`exists (select from releases where releases.account_id = ${accountId})`
}

export const hasSignedRelease = async (db: Db, accountId: string): Promise<boolean> =>
  (await db.$count(releases, eq(releases.accountId, accountId))) > 0

/** Migrates rows of an earlier version that may still run. */
export async function completeReleases(db: Db): Promise<void> {
  await db.execute(sql`insert into releases (account_id, version, at, how, by, address)
    select id, liability_version, liability_agreed_at, 'sign-up', 'family:' || family_id, liability_address
    from accounts where release_signed_at is null and liability_version is not null and family_id is not null
      and not exists (select from releases where account_id = accounts.id)
    on conflict do nothing`)
  await db.execute(sql`update accounts
    set release_signed_at = (select min(at) from releases where account_id = accounts.id)
    where release_signed_at is null and exists (select from releases where account_id = accounts.id)`)
}
