import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { ExtractTablesWithRelations } from 'drizzle-orm'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import * as schema from '../../database/schema.ts'
import { SettingsProblem } from './env.server.ts'
import { lockFolder } from './folder-lock.server.ts'
import { closeToOthers, syncedFolder } from './synced-folder.server.ts'
import { transactionsOn } from './transactions.server.ts'

/** One handle for PGlite, PostgreSQL and the transactions of both. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema, ExtractTablesWithRelations<typeof schema>>
export type Opened = { db: Db; close: () => Promise<void> }

const migrationLock = 72_017_001
const drizzleOptions = { schema, casing: 'snake_case' } as const

/** Opens PostgreSQL where a URL is given, else PGlite in the data folder, and brings the tables up to date. */
export function openDatabase(
  where: { databaseUrl?: string; databasePool?: number; dataDir: string },
  migrationsFolder: string,
): Promise<Opened> {
  return where.databaseUrl
    ? openPostgres(where.databaseUrl, where.databasePool ?? 10, migrationsFolder)
    : openPglite(join(where.dataDir, 'site'), migrationsFolder)
}

async function openPostgres(url: string, max: number, migrationsFolder: string): Promise<Opened> {
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: 5000 })
  // A connection that breaks, idle or at work, is replaced by the pool; the query that needs it reports its own error.
  pool.on('error', () => undefined)
  pool.on('connect', (connected) => connected.on('error', () => undefined))
  const client = await pool.connect().catch((problem) => {
    throw new SettingsProblem(
      `The database of DATABASE_URL cannot be reached: ${problem.message || problem.code}.`,
    )
  })
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migratePg(drizzlePg(client), { migrationsFolder })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
    client.release()
  }
  const transaction = transactionsOn(pool, drizzleOptions.casing)
  return { db: Object.assign(drizzlePg(pool, drizzleOptions), { transaction }), close: () => pool.end() }
}

async function openPglite(dir: string, migrationsFolder: string): Promise<Opened> {
  const release = await lockFolder(dir)
  if (!release)
    throw new SettingsProblem(`The data folder ${dir} is in use by another running site. Stop it first.`)
  const started = await PGlite.create({
    fs: syncedFolder(dir),
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
    ],
  })
  closeToOthers(dir)
  const db = drizzlePglite(started, drizzleOptions)
  await migratePglite(db, { migrationsFolder })
  const close = async () => {
    await started.close()
    await release()
  }
  return { db, close }
}
