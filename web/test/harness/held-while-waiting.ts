import pg from 'pg'
import { expect } from 'vitest'

type Row = { table: string; id: string | number; how?: 'update' | 'no key update' }

/** Holds a row while `during` goes on, which can see how many wait for a lock by now. */
export async function whileHeld<Result>(
  url: string,
  row: Row,
  during: (countWaiting: () => Promise<number>, holder: pg.Client) => Promise<Result>,
): Promise<Result> {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`select 1 from ${row.table} where id = $1 for ${row.how ?? 'update'}`, [row.id])
  const waits = `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const countWaiting = async () => {
    // What a transaction has read of the others it reads again.
    await holder.query('select pg_stat_clear_snapshot()')
    return (await holder.query(waits)).rows[0].count
  }
  try {
    return await during(countWaiting, holder)
  } finally {
    await holder.end()
  }
}

/** Which tables hold something that nobody else can lock while `act` waits for somebody who holds this row. */
export async function heldWhileWaiting(url: string, row: Row, later: string[], act: () => Promise<unknown>) {
  let acting: Promise<unknown> | undefined
  try {
    return await whileHeld(url, row, async (countWaiting, holder) => {
      acting = act()
      await expect.poll(countWaiting, { timeout: 5000 }).toBe(1)
      const held: string[] = []
      for (const table of later) {
        await holder.query('savepoint here')
        await holder.query(`select 1 from ${table} for update nowait`).catch(() => held.push(table))
        await holder.query('rollback to savepoint here')
      }
      return held
    })
  } finally {
    await acting
  }
}
