import { isNotNull, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { accounts, signIns } from '#people/people.tables.ts'
import { type Db, queryRows } from '#platform/database/db.ts'
import { changeTables, migrationLock } from '#platform/database/migrate.server.ts'
import { unseal } from '#platform/files/sealed-file.server.ts'
import { alarms, processes } from '#platform/jobs/site-state.tables.ts'
import { removeStamp, setStamp } from '#platform/jobs/stamps.db.server.ts'
import { refuse } from '#platform/refusal.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import type { Head } from './backup.server.ts'

/** Batch limits; staff pictures make a row long. */
const most = { rows: 500, characters: 1_000_000 }

export const storedNow = async (db: Db) => ({
  accounts: await db.$count(accounts),
  registrations: await db.$count(registrations),
})

/**
 * Replaces everything by a backup in one transaction, so that a failure changes nothing. The schema is made as of the
 * backup, filled, and migrated. Mails and refunds stand still from then on, and all sign-ins end.
 */
export async function restoreBackup(
  db: Db,
  path: string,
  key: string,
  migrationsFolder: string,
): Promise<{ takenAt: string }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    const lines = unseal(path, key)
    const head = headIn((await lines.next()).value)
    const { before, after } = migrationsAround(head, migrationsFolder)
    const running = await tx.select().from(processes)
    await dropTables(tx)
    await changeTables(tx, before)
    await fill(tx, lines)
    await changeTables(tx, after)
    if (running.length > 0) await tx.insert(processes).values(running)
    await endLeases(tx)
    await tx.delete(signIns)
    // Alarms of a machine that is gone would never end; real ones begin again.
    await tx.delete(alarms)
    await removeStamp(tx, 'list')
    await setStamp(tx, 'backup', new Date(head.takenAt))
    await setStamp(tx, 'restore', sql`now()`, head.takenAt)
    await setStamp(tx, 'standstill')
    return { takenAt: head.takenAt }
  })
}

/** The owners of the backup's leases are gone. */
async function endLeases(tx: Db) {
  for (const table of [charges, refunds, mails])
    await tx.update(table).set({ leasedUntil: null }).where(isNotNull(table.leasedUntil))
}

function headIn(line: string | undefined): Head {
  const head = line?.startsWith('{"courtside":1,') ? (JSON.parse(line) as Head) : undefined
  if (head) return head
  refuse('not-possible', 'The file was opened, and is no backup of this site.')
}

function migrationsAround({ migratedTo, takenAt }: Head, migrationsFolder: string) {
  const all = readMigrationFiles({ migrationsFolder })
  if (!all.some(({ folderMillis }) => folderMillis === migratedTo))
    refuse(
      'not-possible',
      `This backup of ${takenAt} was made by a newer version of the site. Restore it with that version.`,
    )
  return {
    before: all.filter(({ folderMillis }) => folderMillis <= migratedTo),
    after: all.filter(({ folderMillis }) => folderMillis > migratedTo),
  }
}

/** Also those of another version, and the record of migrations. */
async function dropTables(tx: Db) {
  await tx.execute(sql`delete from drizzle.__drizzle_migrations`)
  const drop = async (what: 'table' | 'sequence', names: { name: string }[]) => {
    for (const { name } of names)
      await tx.execute(sql`drop ${sql.raw(what)} if exists ${sql.identifier(name)} cascade`)
  }
  await drop(
    'table',
    await queryRows(tx, sql`select tablename as name from pg_tables where schemaname = 'public'`),
  )
  await drop(
    'sequence',
    await queryRows(tx, sql`select sequencename as name from pg_sequences where schemaname = 'public'`),
  )
}

/** A file without its end line is truncated. */
async function fill(tx: Db, lines: AsyncIterable<string>) {
  let [table, rows, isWhole] = ['', 0, false]
  let batch: string[] = []
  let characters = 0
  const write = async () => {
    if (batch.length > 0) await insert(tx, table, batch)
    batch = []
    characters = 0
  }
  for await (const line of lines) {
    if (line.startsWith('{')) {
      batch.push(line)
      rows += 1
      characters += line.length
      if (batch.length === most.rows || characters > most.characters) await write()
      continue
    }
    await write()
    const [what, name = '', value] = line.split(' ')
    if (what === 'table') table = name
    if (what === 'sequence')
      await tx.execute(sql`select setval(${`public.${name}`}::regclass, ${Number(value)})`)
    if (what === 'end') isWhole = Number(name) === rows
  }
  if (!isWhole) refuse('not-possible', 'The backup is not whole. Nothing was changed.')
}

function insert(tx: Db, table: string, rows: string[]) {
  const into = sql.identifier(table)
  return tx.execute(
    sql`insert into ${into} overriding system value select * from json_populate_recordset(null::${into}, ${`[${rows.join(',')}]`}::json)`,
  )
}
