import { statSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleNowhere } from 'drizzle-orm/pg-proxy'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { lockFolder } from '#platform/files/folder-lock.server.ts'
import { openSynced } from '#platform/files/synced-folder.server.ts'
import { endedWithin } from '#platform/jobs/every.server.ts'
import { removeProcess } from '#platform/jobs/processes.server.ts'
import { PassingProblem, SettingsProblem } from '#platform/settings/env.server.ts'
import type { Db } from './db.ts'
import { keepPlans } from './kept-plans.server.ts'
import { migrate } from './migrate.server.ts'
import { transactionsOn } from './transactions.server.ts'
import { clientOf, serversOf } from './writable-server.server.ts'

export type { Db }
export type Opened = {
  db: Db
  close: () => Promise<void>
  /** The connections to PostgreSQL, and how many wait for one. */
  pooled?: () => { open: number; idle: number; waiting: number }
}

const drizzleOptions = { casing: 'snake_case' } as const

/** Opens PostgreSQL where a URL is given, else PGlite in the data folder, and brings the tables up to date. */
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

/** A commit may wait for ever, such as for a standby that is away: then its request is told so, before a proxy gives up. */
const longestStatementMs = 20_000
const longestGoodbyeSeconds = 3

type Pooled = { max: number; keepsPlans?: boolean | undefined; isPatient?: boolean | undefined }

async function openPostgres(url: string, pooled: Pooled, migrationsFolder: string): Promise<Opened> {
  await migrateOnce(optionsOf(url), migrationsFolder)
  const opened = connectPostgres(url, pooled)
  const close = async () => {
    // Without a database to tell, what was seen last is old in a minute.
    await endedWithin(longestGoodbyeSeconds, removeProcess(opened.db)).catch(() => undefined)
    await opened.close()
  }
  return { ...opened, close }
}

/** PostgreSQL as it stands, whatever its tables are like. Who `isPatient` waits for a statement as long as it takes. */
export function connectPostgres(url: string, { max, keepsPlans, isPatient = false }: Pooled): Opened {
  const pool = poolOf({
    ...optionsOf(url),
    pipeline: true,
    max,
    query_timeout: isPatient ? 0 : longestStatementMs,
  })
  if (keepsPlans) pool.on('connect', keepPlans)
  const pooled = () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  return { db: databaseOn(pool), close: () => pool.end(), pooled }
}

function optionsOf(url: string): pg.PoolConfig {
  const servers = serversOf(url)
  return {
    connectionString: servers[0],
    // On a crowded evening a request waits for a free connection for as long as for an answer.
    connectionTimeoutMillis: longestStatementMs,
    Client: clientOf(servers),
    // Whoever reads from a server that was given up finds its heir within a minute. Plans that are kept go with theirs.
    maxLifetimeSeconds: servers.length > 1 ? 60 : 3600,
  }
}

/** On a connection that waits for as long as a migration of another process takes. */
async function migrateOnce(options: pg.PoolConfig, migrationsFolder: string): Promise<void> {
  const pool = poolOf({ ...options, max: 1 })
  try {
    await greet(pool)
    await migrate(databaseOn(pool), migrationsFolder, true)
  } finally {
    await pool.end()
  }
}

/** An address that is none fails at once, and not as an answer. */
async function greet(pool: pg.Pool): Promise<void> {
  try {
    const client = await pool.connect()
    client.release()
  } catch (problem) {
    const { message, code, syscall } = problem as NodeJS.ErrnoException
    // No address, or a certificate's file that is not there: waiting mends neither.
    const isWrong = code === 'ERR_INVALID_URL' || syscall === 'open'
    const Problem = isWrong ? SettingsProblem : PassingProblem
    throw new Problem(`The database of DATABASE_URL cannot be reached: ${message || code}.`)
  }
}

function poolOf(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  // A connection that breaks, idle or at work, is replaced by the pool; the query that needs it reports its own error.
  pool.on('error', () => undefined)
  pool.on('connect', (connected) => connected.on('error', () => undefined))
  return pool
}

const databaseOn = (pool: pg.Pool): Db =>
  Object.assign(drizzlePg(pool, drizzleOptions), {
    transaction: transactionsOn(pool, drizzleOptions.casing),
  })

/** A database that nobody else sees and that goes with its process. */
export async function openInMemory(migrationsFolder: string): Promise<Opened> {
  const { PGlite } = await import('@electric-sql/pglite')
  const started = await PGlite.create()
  const db = drizzlePglite(started, drizzleOptions)
  await migrate(db, migrationsFolder)
  return { db, close: () => started.close() }
}

/** The database as it stands: nothing is made. One that cannot be opened says why at each statement. */
export async function lookAtDatabase(
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

/** For a command that changes what a site stores: typed without the site's settings it would fill a folder of its own. */
export async function openStored(
  where: { databaseUrl?: string | undefined; dataDir: string; databasePool: number },
  migrationsFolder: string,
): Promise<Opened> {
  if (!where.databaseUrl) refuseToMake(join(where.dataDir, 'site'))
  return openDatabase(where, migrationsFolder)
}

function refuseToMake(dir: string): void {
  const { uid } = statOf(join(dir, 'PG_VERSION')) ?? {}
  if (uid === undefined)
    throw new SettingsProblem(`There is no database in ${dir} yet: the site makes one at its first start.`)
  // Files that another user makes in it are closed to the site.
  if (process.getuid && uid !== process.getuid())
    throw new SettingsProblem(`${dir} is of another user: type this as the one whom the site runs as.`)
}

function statOf(file: string) {
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
