import { sql } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { announceProcess, refuseBesideOthers } from '#platform/jobs/processes.server.ts'
import type { Db } from './db.ts'

export const migrationLock = 72_017_001

/**
 * One transaction under an advisory lock that ends with it, so a pooler does no harm. Recorded in Drizzle's own table.
 * On a shared database this process is announced, and migrations marked `alone` are refused beside others.
 */
export async function migrate(db: Db, migrationsFolder: string, isShared = false): Promise<void> {
  const all = readMigrationFiles({ migrationsFolder })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    const last = await lastDone(tx)
    const due = all.filter(({ folderMillis }) => folderMillis > last)
    if (isShared && due.some(mustBeAlone)) await refuseBesideOthers(tx)
    await changeTables(tx, due)
    if (isShared) await announceProcess(tx, all.length)
  })
}

/** Earlier versions cannot run on its result: its file says so at the top. */
const mustBeAlone = (migration: MigrationMeta) => /^-- alone\b/.test(migration.sql[0] ?? '')

export async function changeTables(tx: Db, migrations: MigrationMeta[]): Promise<void> {
  for (const { sql: statements, hash, folderMillis } of migrations) {
    for (const statement of statements) await tx.execute(sql.raw(statement))
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
    )
  }
}

async function lastDone(tx: Db): Promise<number> {
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  const [done] = await tx
    .select({ last: sql`coalesce(max(created_at), 0)`.mapWith(Number) })
    .from(sql`drizzle.__drizzle_migrations`)
  return done?.last ?? 0
}
