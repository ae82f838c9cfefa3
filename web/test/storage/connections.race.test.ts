import { asc, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { events } from '#events/events.tables.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { accounts } from '#people/people.tables.ts'
import { type Db, openDatabase } from '#platform/database/database.server.ts'
import { nameStatements } from '#platform/database/named-statements.server.ts'
import { isOutcomeUnknown, pipelined, transactionsOn } from '#platform/database/transactions.server.ts'
import { anAccount, anEvent } from '../builders/builders.ts'
import { test } from '../harness/database.ts'
import { whileHeld } from '../harness/held-while-waiting.ts'
import { migrationsFolder } from '../harness/template.ts'

/** Ends the server's side of a connection, as an administrator or a restart does. */
async function cut(db: Db, processId: number) {
  const { rows } = (await db.execute(
    sql`select pg_terminate_backend(${processId}, 5000) as cut`,
  )) as unknown as {
    rows: { cut: boolean }[]
  }
  return rows[0]?.cut
}

async function processIdOf(tx: Db) {
  const { rows } = (await tx.execute(sql`select pg_backend_pid() as id`)) as unknown as {
    rows: { id: number }[]
  }
  return rows[0]?.id ?? 0
}

test('a connection cut inside a transaction fails that transaction alone: nothing of it stays, and the next one works', async ({
  freshDatabase: { db },
}) => {
  // More cuts than the pool has connections: none may be lost to it.
  for (let cuts = 0; cuts < 26; cuts += 1) {
    const broken = db.transaction(async (tx) => {
      await anAccount(tx)
      expect(await cut(db, await processIdOf(tx)), 'the connection is cut').toBe(true)
      await anAccount(tx)
    })
    await expect(broken).rejects.toSatisfy(isOutcomeUnknown)
  }

  expect(await db.$count(accounts)).toBe(0)
  await db.transaction((tx) => anAccount(tx))
  expect(await db.$count(accounts)).toBe(1)
})

test('statements sent together are all on their way before the first is answered, in their order; where one fails, nothing of them stays', async ({
  freshDatabase: { db },
}) => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  const sent = () => query.mock.calls.map(([asked]) => (asked as { text?: string }).text)
  const sentAtFirstAnswer = await db.transaction(async (tx) => {
    query.mockClear()
    const [atFirst] = await pipelined(
      () => tx.execute(sql`select pg_sleep(0.1)`).then(sent),
      () => tx.execute(sql`select 2`),
      () => tx.$count(accounts),
    )
    return atFirst
  })
  const counting = expect.stringContaining('count(*)')
  expect(sentAtFirstAnswer).toEqual(['select pg_sleep(0.1)', 'select 2', counting])

  const failed = db.transaction(async (tx) => {
    await anAccount(tx)
    await pipelined(
      () => tx.$count(accounts),
      () => tx.execute(sql`select 1 / 0`),
      () => tx.$count(accounts),
    )
  })
  await expect(failed).rejects.toMatchObject({ cause: { message: 'division by zero' } })
  expect(await db.$count(accounts)).toBe(0)
})

test('a statement of a transaction that is not answered in time is told as one of which nobody knows, as are those behind it; a fault of ours is not', async ({
  freshDatabase: { db, url },
}) => {
  const { id } = await anAccount(db)
  const pool = new pg.Pool({ connectionString: url, max: 1, pipeline: true, query_timeout: 300 })
  pool.on('connect', (connected) => connected.on('error', () => undefined))
  const transaction = transactionsOn(pool, 'snake_case')
  const problem = await whileHeld(url, { table: 'accounts', id }, () =>
    transaction((tx) =>
      pipelined(
        () => lockAccount(tx, id),
        () => tx.execute(sql`select 1`),
      ),
    ).catch((problem) => problem),
  )
  expect(isOutcomeUnknown(problem)).toBe(true)

  const toPostgres = () => {
    throw new Error('no such value')
  }
  const fault = await transaction((tx) => tx.execute(sql`select ${{ toPostgres }}`)).catch(
    (problem) => problem,
  )
  expect(fault).toMatchObject({ cause: { message: 'no such value' } })
  expect(isOutcomeUnknown(fault)).toBe(false)
  await pool.end()
})

test('connections cut while they are idle, all at once, fail no query that comes after', async ({
  freshDatabase: { db },
}) => {
  await Promise.all(Array.from({ length: 20 }, () => db.execute(sql`select pg_sleep(0.05)`)))
  const others = sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await db.execute(others)

  const counts = await Promise.all(
    Array.from({ length: 20 }, () => db.transaction((tx) => tx.$count(accounts))),
  )

  expect(counts).toEqual(Array(20).fill(0))
})

test('of a list of servers the site takes the one that answers and can be written to', async ({
  freshDatabase: { url },
  onTestFinished,
}) => {
  const list = url.replace(/@([^/]+)/, '@127.0.0.1:9,$1')
  const { db, close } = await openDatabase(
    { databaseUrl: `${list}?target_session_attrs=read-write`, dataDir: '' },
    migrationsFolder,
  )
  onTestFinished(close)

  await db.transaction((tx) => anAccount(tx))

  expect(await db.$count(accounts)).toBe(1)
})

test('two transactions that wait for each other are both done: the one that PostgreSQL ends is tried again', async ({
  freshDatabase: { db },
}) => {
  const [left, right] = [await anEvent(db), await anEvent(db)]
  const tries: string[] = []
  let bothHold = 0
  const rename = (first: number, second: number, name: string) =>
    db.transaction(async (tx) => {
      tries.push(name)
      await tx.update(events).set({ name }).where(eq(events.id, first))
      bothHold += 1
      await expect.poll(() => bothHold).toBeGreaterThan(1)
      await tx.update(events).set({ name }).where(eq(events.id, second))
    })

  await Promise.all([rename(left.id, right.id, 'A'), rename(right.id, left.id, 'B')])

  expect(tries).toHaveLength(3)
  const named = await db.select({ name: events.name }).from(events).orderBy(asc(events.id))
  expect(new Set(named.map(({ name }) => name))).toEqual(new Set([tries[2]]))
})

test('with DATABASE_KEEPS_PLANS what is asked often is planned once for each connection, and without it nothing stays there', async ({
  freshDatabase: { db, url },
  onTestFinished,
}) => {
  const plansAfter = async (many: Db) => {
    for (let asked = 0; asked < 25; asked += 1) {
      const isSaved = await many.transaction(async (tx) => {
        const { email } = await anAccount(tx)
        return tx.$count(accounts, eq(accounts.email, email))
      })
      expect(isSaved).toBe(1)
    }
    const { rows } = (await many.execute(sql`select statement from pg_prepared_statements`)) as unknown as {
      rows: { statement: string }[]
    }
    return rows.filter(({ statement }) => statement.includes('count(*)')).length
  }
  const where = { databaseUrl: url, databasePool: 1, dataDir: '' }
  const opened = await openDatabase({ ...where, databaseKeepsPlans: true }, migrationsFolder)
  onTestFinished(opened.close)

  expect(await plansAfter(opened.db)).toBe(1)

  expect(await plansAfter(db)).toBe(0)
})

test('no plan is kept of what is asked seldom, however long the site runs, nor of a text that is sent alone', async ({
  freshDatabase: { url },
}) => {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const client = await pool.connect()
  nameStatements(client)
  const keptOf = async (text: string, minutesBetween: number) => {
    for (let asked = 0; asked < 25; asked += 1) {
      await client.query({ text }, [asked])
      await client.query(text, [asked])
      vi.advanceTimersByTime(minutesBetween * 60_000)
    }
    const kept = 'select from pg_prepared_statements where statement = $1'
    return (await client.query(kept, [text])).rowCount
  }
  // The clock of a test begins at zero; what was asked before it was counted by the real one.
  const alreadyMs = performance.now()
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(alreadyMs)
  try {
    expect(await keptOf('select $1::text as seldom', 0.2)).toBe(0)
    const often = () => keptOf('select $1::text as often', 0)
    expect([await often(), await often(), await often()]).toEqual([1, 1, 1])
    // Planned anew, since what it reads may have grown.
    expect(await often()).toBe(2)
    await new Promise((resolve) => client.query('select 1', resolve))
  } finally {
    vi.useRealTimers()
    client.release()
    await pool.end()
  }
})
