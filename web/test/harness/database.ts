import { PGlite } from '@electric-sql/pglite'
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { test as base, expect } from 'vitest'
import { findDrift } from '#ledger/postings.db.server.ts'
import { type Db, type Opened, openDatabase } from '#platform/database/database.server.ts'
import { administer, databaseAt, makeTemplate, migrationsFolder } from './template.ts'
import { startGateway } from './world.ts'

/**
 * `db`: a migrated database, empty again after each test (a transaction that is rolled back; transactions
 * of the code under test become savepoints in it). PostgreSQL where TEST_DATABASE_URL names a cluster, else PGlite.
 *
 * `freshDatabase`: a database of the test's own with a real pool, for what several connections do at once.
 * PostgreSQL only: such tests live in files named `*.race.test.ts`, which a run on PGlite leaves out.
 *
 * `overheard`: the fresh database once more, by a handle that keeps what it was asked.
 *
 * `gateway`: the sandbox gateway, one process for all files of a worker, which a file leaves without faults.
 */
export const test = base
  .extend('cluster', { scope: 'worker' }, () => process.env.TEST_DATABASE_URL)
  // Made by each worker when its first test asks for a database: tests that need none do not wait for one.
  .extend('template', { scope: 'worker' }, async ({ cluster }, { onCleanup }) => {
    if (!cluster) return undefined
    const { name, remove } = await makeTemplate(cluster)
    onCleanup(remove)
    return { cluster, name }
  })
  .extend('opened', { scope: 'worker' }, async ({ template }, { onCleanup }) => {
    const opened = template ? await openPostgres(template, 2) : await openPglite()
    onCleanup(opened.close)
    return opened
  })
  .extend('db', async ({ opened }, { onCleanup }) => {
    const { tx, undo } = await begin(opened.db)
    onCleanup(async () => {
      await expectPosted(tx).finally(undo)
    })
    return tx
  })
  .extend('freshDatabase', async ({ template }, { onCleanup }) => {
    const opened = await openPostgres(template, 20)
    onCleanup(async () => {
      await expectPosted(opened.db).finally(opened.close)
    })
    return opened
  })
  .extend('overheard', ({ freshDatabase }, { onCleanup }) => {
    const asked: { text: string; params: unknown[] }[] = []
    const pool = new pg.Pool({ connectionString: freshDatabase.url })
    onCleanup(() => pool.end())
    const logQuery = (text: string, params: unknown[]) => void asked.push({ text, params })
    return { asked, db: onPostgres(pool, { casing: 'snake_case', logger: { logQuery } }) }
  })
  .extend('startedGateway', { scope: 'worker' }, async ({ cluster }, { onCleanup }) => {
    const gateway = await startGateway(cluster)
    onCleanup(gateway.stop)
    return gateway
  })
  .extend('gateway', { scope: 'file' }, ({ startedGateway }, { onCleanup }) => {
    onCleanup(async () => {
      await startedGateway.setFaults()
    })
    return startedGateway
  })

type Template = { cluster: string; name: string }

async function openPostgres(
  template: Template | undefined,
  databasePool: number,
): Promise<Opened & { url: string }> {
  if (!template)
    throw new Error('This test needs PostgreSQL: set TEST_DATABASE_URL and name its file *.race.test.ts.')
  const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`
  const url = databaseAt(template.cluster, name)
  await administer(template.cluster, `create database ${name} template ${template.name}`)
  const opened = await openDatabase({ databaseUrl: url, databasePool, dataDir: '' }, migrationsFolder)
  const close = async () => {
    await opened.close()
    // Connections are still on their way out, and one that is cut off throws where nobody catches it: without force
    // PostgreSQL waits some seconds for them.
    const drop = `drop database ${name}`
    await administer(template.cluster, drop).catch(() => administer(template.cluster, `${drop} with (force)`))
  }
  return { db: opened.db, url, close }
}

async function openPglite(): Promise<Opened> {
  const pglite = await PGlite.create()
  const db = drizzle(pglite, { casing: 'snake_case' })
  await migrate(db, { migrationsFolder })
  return { db, close: () => pglite.close() }
}

/** Whatever a test did: what is due for each place is the sum of its postings. */
async function expectPosted(db: Db) {
  const { drifted } = await findDrift(db, 0, 100_000).catch(() => ({ drifted: [] }))
  expect(drifted.filter(({ dueCents, postedCents }) => dueCents !== postedCents)).toEqual([])
}

/** Holds a transaction open until `undo` rolls it back. */
function begin(db: Db) {
  return new Promise<{ tx: Db; undo: () => Promise<void> }>((ready, failed) => {
    const held = db.transaction(
      (tx) =>
        new Promise<never>((_, roll) => {
          const undo = () => {
            roll(undone)
            return ended
          }
          ready({ tx, undo })
        }),
    )
    const ended = held.then(
      () => undefined,
      (problem) => {
        if (problem === undone) return
        failed(problem)
        throw problem
      },
    )
  })
}
const undone = new Error('undone')
