import pg from 'pg'
import { expect } from 'vitest'

/** Which tables hold something that nobody else can lock while `act` waits for somebody who holds this row. */
export async function heldWhileWaiting(
  url: string,
  row: { table: string; id: string | number },
  later: string[],
  act: () => Promise<unknown>,
) {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`select 1 from ${row.table} where id = $1 for update`, [row.id])
  const acting = act()
  try {
    const waits = `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const countWaiting = async () => (await holder.query(waits)).rows[0].count
    await expect.poll(countWaiting, { timeout: 5000 }).toBe(1)
    const held: string[] = []
    for (const table of later) {
      await holder.query('savepoint here')
      await holder.query(`select 1 from ${table} for update nowait`).catch(() => held.push(table))
      await holder.query('rollback to savepoint here')
    }
    return held
  } finally {
    await holder.end()
    await acting
  }
}
