import { hostname } from 'node:os'
import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.server.ts'
import { PassingProblem } from '#platform/settings/env.server.ts'
import { every } from './every.server.ts'
import { heartbeats, processes } from './site-state.tables.ts'

type World = { db: Db; log: Log; migrationsFolder: string }

const ours = { id: crypto.randomUUID(), host: hostname() }
const everySeconds = 20

export const announceProcess = (db: Db, version: number) =>
  db
    .insert(processes)
    .values({ ...ours, version })
    .onConflictDoUpdate({ target: processes.id, set: { seenAt: sql`excluded.seen_at` } })

export function startAnnouncing({ db, log, migrationsFolder }: World): () => Promise<void> {
  const version = readMigrationFiles({ migrationsFolder }).length
  return every(everySeconds, () => announceProcess(db, version), log, 'nobody can see that this process runs')
}

export const removeProcess = (db: Db) => db.delete(processes).where(eq(processes.id, ours.id))

/** Rows of killed processes. */
export const sweepProcesses = (db: Db) =>
  db.delete(processes).where(lt(processes.seenAt, sql`now() - interval '1 hour'`))

export async function refuseBesideOthers(tx: Db): Promise<void> {
  const why = (await hasTable(tx, 'processes')) ? await otherProcesses(tx) : await earlierVersion(tx)
  if (why)
    throw new PassingProblem(
      `Nothing was changed: no other version may run while these tables are brought up to date, and ${why}`,
    )
}

const hasTable = async (tx: Db, name: string) =>
  (await tx.$count(sql`pg_tables`, sql`schemaname = current_schema() and tablename = ${name}`)) > 0

async function otherProcesses(tx: Db) {
  const others = await tx
    .select({
      host: processes.host,
      version: processes.version,
      since: sql<string>`to_char(${processes.since} at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')`,
    })
    .from(processes)
    .where(and(ne(processes.id, ours.id), gt(processes.seenAt, sql`clock_timestamp() - interval '1 minute'`)))
    .orderBy(processes.host, processes.since)
  if (others.length === 0) return undefined
  const names = others.map(
    ({ host, version, since }) => `${host}, which knows ${version} migrations, since ${since}`,
  )
  return `there runs: ${names.join('; ')}. Stop the site on every machine, and start this version. A process that was killed counts for a minute.`
}

/** A version without that table left only its heartbeats, written at the begin of each minute. */
async function earlierVersion(tx: Db) {
  const isRecent = gt(heartbeats.minute, sql`clock_timestamp() - interval '3 minutes'`)
  const ran = (await hasTable(tx, 'heartbeats')) && (await tx.$count(heartbeats, isRecent)) > 0
  if (!ran) return undefined
  return 'the version before ran within the last three minutes. Stop the site on every machine, wait three minutes, and start this version.'
}
