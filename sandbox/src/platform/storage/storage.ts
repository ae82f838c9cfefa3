import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { secrets } from '../platform.tables.ts'
import { BadSetting, type Settings } from '../settings.ts'
import { lockFolder } from './folder-lock.ts'
import { openSynced } from './synced-folder.ts'

/** PostgreSQL, PGlite, or a transaction: inside one use its handle only, since PGlite is one connection. */
export type Db = PgDatabase<PgQueryResultHKT>
export type Secrets = { hashKey: string; signingKey: string }
export type Storage = { db: Db; secrets: Secrets; close: () => Promise<void> }

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))
const emptyDatabase = fileURLToPath(new URL('../../../build/empty-database.tar.gz', import.meta.url))
const migrationLock = 7_261_540_001

export async function openStorage(settings: Settings): Promise<Storage> {
  const { db, close } = settings.databaseUrl
    ? await openPostgres(settings.databaseUrl)
    : await openPglite(settings.dataDir)
  return { db, close, secrets: await readSecrets(db) }
}

async function openPostgres(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  pool.on('error', (problem) => console.error('An idle database connection broke:', problem.message))
  // A broken connection fails its query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const client = await pool.connect().catch((cause) => {
    throw new BadSetting('The database at SANDBOX_DATABASE_URL cannot be reached.', { cause })
  })
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migratePg(drizzlePg(client, { casing: 'snake_case' }), { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } finally {
    client.release()
  }
  return { db: drizzlePg(pool, { casing: 'snake_case' }) as Db, close: () => pool.end() }
}

async function openPglite(folder: string) {
  const release = await lockFolder(folder).catch((cause: NodeJS.ErrnoException) => {
    throw new BadSetting(`The data folder ${folder} cannot be opened (${cause.code}).`, { cause })
  })
  if (!release) throw new BadSetting(`The data folder ${folder} is in use by another process.`)
  // Permissions of the folder's files are tightened: never those of somebody else.
  if (!existsSync(join(folder, 'PG_VERSION')) && readdirSync(folder).length > 0)
    throw new BadSetting(`The data folder ${folder} holds other files: name an empty one.`)
  const pglite = await openSynced(folder, emptyDatabase)
  const db = drizzlePglite(pglite, { casing: 'snake_case' })
  await migratePglite(db, { migrationsFolder })
  const close = async () => {
    await pglite.close()
    await release()
  }
  return { db: db as Db, close }
}

async function readSecrets(db: Db): Promise<Secrets> {
  const [known] = await db.select().from(secrets)
  if (known) return known
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signingKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const made = { id: 1, hashKey: randomBytes(32).toString('hex'), signingKey }
  await db.insert(secrets).values(made).onConflictDoNothing()
  return readSecrets(db)
}
