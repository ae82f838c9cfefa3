import { sql } from 'drizzle-orm'
import { type Db, queryRows } from '#platform/database/db.ts'
import { seal } from '#platform/files/sealed-file.server.ts'
import { setStamp } from '#platform/jobs/stamps.db.server.ts'

/** The first line of a backup. */
export type Head = {
  courtside: 1
  takenAt: string
  /** The last migration in the backup. */
  migratedTo: number
}

const rowsAtOnce = 500

/** Dumps one snapshot into an encrypted file, and stamps it. */
export async function writeBackup(db: Db, path: string, key: string): Promise<{ takenAt: string }> {
  const takenAt = await db.transaction(
    async (tx) => {
      const head = await readHead(tx)
      await seal(dumpLines(tx, head), path, key)
      return head.takenAt
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  await setStamp(db, 'backup', new Date(takenAt))
  return { takenAt }
}

async function readHead(tx: Db): Promise<Head> {
  const [head] = await queryRows<{ takenAt: string; migratedTo: string }>(
    tx,
    sql`select to_json(now())#>>'{}' as "takenAt", max(created_at) as "migratedTo" from drizzle.__drizzle_migrations`,
  )
  return { courtside: 1, takenAt: head?.takenAt ?? '', migratedTo: Number(head?.migratedTo) }
}

/** Lines: the head; for each table its name and its rows as JSON; each sequence; the end with the row count. */
async function* dumpLines(tx: Db, head: Head): AsyncGenerator<string> {
  let rows = 0
  yield JSON.stringify(head)
  for (const table of await tablesInOrder(tx)) {
    yield `table ${table}`
    await tx.execute(
      sql`declare backup no scroll cursor for select row_to_json(t)::text as row from ${sql.identifier(table)} t`,
    )
    for (;;) {
      const batch = await queryRows<{ row: string }>(tx, sql.raw(`fetch ${rowsAtOnce} from backup`))
      for (const { row } of batch) yield row
      rows += batch.length
      if (batch.length < rowsAtOnce) break
    }
    await tx.execute(sql`close backup`)
  }
  const sequences = await queryRows<{ name: string; value: string }>(
    tx,
    sql`select sequencename as name, last_value::text as value from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`,
  )
  for (const { name, value } of sequences) yield `sequence ${name} ${value}`
  yield `end ${rows}`
}

/** In the order of their foreign keys; without `processes`. */
async function tablesInOrder(tx: Db): Promise<string[]> {
  const names = await queryRows<{ name: string }>(
    tx,
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'processes' order by 1`,
  )
  const references = await queryRows<{ from: string; to: string }>(
    tx,
    sql`select c.conrelid::regclass::text as "from", c.confrelid::regclass::text as "to" from pg_constraint c
        where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  )
  const ordered: string[] = []
  const add = (name: string) => {
    if (ordered.includes(name)) return
    for (const { from, to } of references) if (from === name && to !== name) add(to)
    ordered.push(name)
  }
  for (const { name } of names) add(name)
  return ordered
}
