import { statSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleNowhere } from 'drizzle-orm/pg-proxy'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { lockFolder } from '#platform/files/folder-lock.server.ts'
import { openSynced } from '#platform/files/synced-folder.server.ts'
import { withTimeout } from '#platform/jobs/every.server.ts'
import { removeProcess } from '#platform/jobs/processes.server.ts'
import { PassingProblem, SettingsProblem } from '#platform/settings/env.server.ts'
import type { Db } from './db.ts'
import { migrate } from './migrate.server.ts'
import { nameStatements } from './named-statements.server.ts'
import { transactionsOn } from './transactions.server.ts'
import { parseServers, writableClient } from './writable-server.server.ts'

export type { Db }
export type Opened = {
  db: Db
  close: () => Promise<void>
  pooled?: () => { open: number; idle: number; waiting: number }
}

const drizzleOptions = { casing: 'snake_case' } as const

/** Opens PostgreSQL where a URL is set, else PGlite in the data folder, and migrates it. */
export function openDatabase(
  where: {
    databaseUrl?: string
    databasePool?: number
    databaseKeepsPlans?: boolean
    dataDir: string
    isPatient?: boolean
  },
  migrationsFolder: string,
): Promise<Opened> {
  const { databaseUrl, databasePool = 10, databaseKeepsPlans: keepsPlans, isPatient } = where
  return databaseUrl
    ? openPostgres(databaseUrl, { max: databasePool, keepsPlans, isPatient }, migrationsFolder)
    : openPglite(join(where.dataDir, 'site'), migrationsFolder)
}

/** A commit may hang, as for a standby that is down: its request must fail before a proxy gives up. */
const longestStatementMs = 20_000
const longestGoodbyeSeconds = 3

type Pooled = { max: number; keepsPlans?: boolean | undefined; isPatient?: boolean | undefined }

async function openPostgres(url: string, pooled: Pooled, migrationsFolder: string): Promise<Opened> {
  await migrateOnce(poolOptions(url), migrationsFolder)
  const opened = connectPostgres(url, pooled)
  const close = async () => {
    // Without a connection to remove it, the row is stale in a minute.
    await withTimeout(longestGoodbyeSeconds, removeProcess(opened.db)).catch(() => undefined)
    await opened.close()
  }
  return { ...opened, close }
}

/** Connects without migrating. `isPatient` disables the statement time-out. */
export function connectPostgres(url: string, { max, keepsPlans, isPatient = false }: Pooled): Opened {
  const pool = openPool({
    ...poolOptions(url),
    pipeline: true,
    max,
    query_timeout: isPatient ? 0 : longestStatementMs,
  })
  if (keepsPlans) pool.on('connect', nameStatements)
  const pooled = () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  return { db: databaseOn(pool), close: () => pool.end(), pooled }
}

function poolOptions(url: string): pg.PoolConfig {
  const servers = parseServers(url)
  return {
    connectionString: servers[0],
    // In a crowd a request waits for a free connection for as long as for an answer.
    connectionTimeoutMillis: longestStatementMs,
    Client: writableClient(servers),
    // After a failover, connections to the old primary end within a minute. Prepared plans end with their connection.
    maxLifetimeSeconds: servers.length > 1 ? 60 : 3600,
  }
}

/** On a connection of its own without a time-out: it may wait for a migration of another process. */
async function migrateOnce(options: pg.PoolConfig, migrationsFolder: string): Promise<void> {
  const pool = openPool({ ...options, max: 1 })
  try {
    await testConnection(pool)
    await migrate(databaseOn(pool), migrationsFolder, true)
  } finally {
    await pool.end()
  }
}

async function testConnection(pool: pg.Pool): Promise<void> {
  try {
    const client = await pool.connect()
    client.release()
  } catch (problem) {
    const { message, code, syscall } = problem as NodeJS.ErrnoException
    // A wrong address or a missing certificate file: retrying cannot mend these.
    const isWrong = code === 'ERR_INVALID_URL' || syscall === 'open'
    const Problem = isWrong ? SettingsProblem : PassingProblem
    throw new Problem(`The database of DATABASE_URL cannot be reached: ${message || code}.`)
  }
}

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  // The pool replaces a connection that breaks; the query on it reports its own error.
  pool.on('error', () => undefined)
  pool.on('connect', (connected) => connected.on('error', () => undefined))
  return pool
}

const databaseOn = (pool: pg.Pool): Db =>
  Object.assign(drizzlePg(pool, drizzleOptions), {
    transaction: transactionsOn(pool, drizzleOptions.casing),
  })

export async function openInMemory(migrationsFolder: string): Promise<Opened> {
  const { PGlite } = await import('@electric-sql/pglite')
  const started = await PGlite.create()
  const db = drizzlePglite(started, drizzleOptions)
  await migrate(db, migrationsFolder)
  return { db, close: () => started.close() }
}

/** Opens the database without creating or migrating it. If that fails, each statement rejects with the reason. */
export async function openWithoutMigrating(
  where: { databaseUrl?: string | undefined; dataDir: string },
  migrationsFolder: string,
): Promise<Opened> {
  if (where.databaseUrl) return connectPostgres(where.databaseUrl, { max: 2 })
  const dir = join(where.dataDir, 'site')
  try {
    refuseToMake(dir)
    return await openPglite(dir, migrationsFolder, async () => undefined)
  } catch (problem) {
    if (!(problem instanceof SettingsProblem)) throw problem
    return { db: drizzleNowhere(() => Promise.reject(problem)), close: async () => undefined }
  }
}

/** For commands that write: without the site's settings they would create a database of their own. */
export async function openStored(
  where: { databaseUrl?: string | undefined; dataDir: string; databasePool: number },
  migrationsFolder: string,
): Promise<Opened> {
  if (!where.databaseUrl) refuseToMake(join(where.dataDir, 'site'))
  return openDatabase(where, migrationsFolder)
}

function refuseToMake(dir: string): void {
  const { uid } = findStat(join(dir, 'PG_VERSION')) ?? {}
  if (uid === undefined)
    throw new SettingsProblem(`There is no database in ${dir} yet: the site makes one at its first start.`)
  // The site could not open files that another user creates in it.
  if (process.getuid && uid !== process.getuid())
    throw new SettingsProblem(`${dir} is of another user: type this as the one whom the site runs as.`)
}

function findStat(file: string) {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch (problem) {
    throw cannotOpen(file, problem)
  }
}

const cannotOpen = (path: string, problem: unknown) =>
  new SettingsProblem(
    `The setting DATA_DIR is wrong: ${path} cannot be opened (${(problem as NodeJS.ErrnoException).code}).`,
  )

async function openPglite(
  dir: string,
  migrationsFolder: string,
  bringUp: typeof migrate = migrate,
): Promise<Opened> {
  const release = await lockFolder(dir).catch((problem) => {
    throw cannotOpen(dir, problem)
  })
  if (!release)
    throw new PassingProblem(`The data folder ${dir} is in use by another running site. Stop it first.`)
  const started = await openSynced(dir, join(migrationsFolder, '../../../build/empty-database.tar.gz'))
  const db = drizzlePglite(started, drizzleOptions)
  await bringUp(db, migrationsFolder)
  const close = async () => {
    await started.close()
    await release()
  }
  return { db, close }
}
