import { createHash } from 'node:crypto'
import { fsyncSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { ExtractTablesWithRelations } from 'drizzle-orm'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import * as schema from '../../database/schema.ts'
import { SettingsProblem } from './env.server.ts'
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
  mkdirSync(dir, { recursive: true })
  const lock = await lockFolder(dir)
  const started = await PGlite.create({
    fs: new SyncedFS(dir),
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
    ],
  })
  const db = drizzlePglite(started, drizzleOptions)
  await migratePglite(db, { migrationsFolder })
  const close = async () => {
    await started.close()
    lock.close()
  }
  return { db, close }
}

/** PGlite's own file system never syncs; this one does at each commit (docs/decisions/0002-one-sql-dialect.md). */
class SyncedFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const started = await super.init(...args)
    const sync = (module: { NODEFS: { stream_ops: Record<string, unknown> } }) => {
      module.NODEFS.stream_ops.fsync = (stream: { nfd: number }) => {
        fsyncSync(stream.nfd)
        return 0
      }
    }
    const options = started.emscriptenOpts as { preRun?: unknown[] }
    options.preRun = [...(options.preRun ?? []), sync]
    return started
  }
}

/** One process owns a data folder: a second opener would destroy it. The lock dies with its owner. */
function lockFolder(dir: string): Promise<Server> {
  const name = createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 24)
  // Linux has sockets without a file: the same name for everybody, and nothing that a crash leaves behind.
  const path = process.platform === 'linux' ? `\0courtside-${name}` : join(tmpdir(), `courtside-${name}.sock`)
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end())
    server.unref()
    const listen = () => server.listen(path, () => resolve(server))
    server.on('error', (problem: NodeJS.ErrnoException) => {
      if (problem.code !== 'EADDRINUSE') return reject(problem)
      const asked = connect(path)
      asked.on('connect', () => {
        asked.destroy()
        reject(
          new SettingsProblem(`The data folder ${dir} is in use by another running site. Stop it first.`),
        )
      })
      asked.on('error', () => {
        if (process.platform !== 'linux') rmSync(path, { force: true })
        listen()
      })
    })
    listen()
  })
}
