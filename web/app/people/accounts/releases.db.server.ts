import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database.server.ts'
import { releases } from '../people.tables.ts'

type Signed = Omit<typeof releases.$inferInsert, 'id' | 'at'>

/** Once for each text. */
export const signRelease = (tx: Db, signed: Signed) =>
  tx.insert(releases).values(signed).onConflictDoNothing()

/** Of an account in a query: whether its holder accepted a release. */
export const hasSigned = sql<boolean>`exists (select from releases where releases.account_id = accounts.id)`

/** Releases of accounts that a version made which kept them elsewhere and still runs. */
export const completeReleases = (db: Db) =>
  db.execute(sql`insert into releases (account_id, version, at, how, by, address)
    select id, liability_version, liability_agreed_at, 'sign-up', 'family:' || family_id, liability_address
    from accounts where liability_version is not null and family_id is not null
      and not exists (select from releases where account_id = accounts.id)
    on conflict do nothing`)
