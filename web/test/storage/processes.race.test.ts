import { sql } from 'drizzle-orm'
import { afterAll, expect } from 'vitest'
import { watch } from '#operations/alarms.server.ts'
import { type Db, openDatabase } from '#platform/database/database.server.ts'
import { announceProcess, startAnnouncing } from '#platform/jobs/processes.server.ts'
import { heartbeats, processes } from '#platform/jobs/site-state.tables.ts'
import { PassingProblem } from '#platform/settings/env.server.ts'
import { aProgramme } from '../builders/builders.ts'
import { test } from '../harness/database.ts'
import { databaseBefore, migrationsWith } from '../harness/database-before.ts'
import { migrationsFolder } from '../harness/template.ts'
import { aWorld } from '../harness/world.ts'

/** A next version whose migration must be alone, and one whose need not. */
const alone = migrationsWith('-- alone\nalter table tries drop column window_start;')
const beside = migrationsWith('alter table tries add column note text;')
afterAll(() => {
  alone.removeFolder()
  beside.removeFolder()
})

const seen = (secondsAgo: number) => sql`now() - make_interval(secs => ${secondsAgo})`

const anotherProcess = (db: Db, secondsAgo: number) =>
  db.insert(processes).values({
    id: crypto.randomUUID(),
    host: 'court-2',
    version: 52,
    since: new Date('2027-06-01T10:30:00Z'),
    seenAt: seen(secondsAgo),
  })

const columnsOfTries = (db: Db) =>
  db.$count(sql`information_schema.columns`, sql`table_schema = 'public' and table_name = 'tries'`)

const bringUp = async (url: string, folder: string) => {
  const { close } = await openDatabase({ databaseUrl: url, dataDir: '' }, folder)
  await close()
}

test('a migration that must be alone names the other processes that run, says what to do and changes nothing', async ({
  freshDatabase: { db, url },
}) => {
  await anotherProcess(db, 55)
  const before = await columnsOfTries(db)

  const refused = bringUp(url, alone.folder)

  await expect(refused).rejects.toThrow(PassingProblem)
  await expect(refused).rejects.toThrow(
    'Nothing was changed: no other version may run while these tables are brought up to date, and there runs: court-2, which knows 52 migrations, since 2027-06-01 10:30 UTC. Stop the site on every machine, and start this version. A process that was killed counts for a minute.',
  )
  expect(await columnsOfTries(db)).toBe(before)
})

test('a migration that must be alone is made where another process was last seen 61 seconds ago and our own is seen now', async ({
  freshDatabase: { db, url },
}) => {
  await anotherProcess(db, 61)
  const before = await columnsOfTries(db)
  expect(await db.$count(processes, sql`seen_at > ${seen(30)}`), 'our own').toBe(1)

  await bringUp(url, alone.folder)

  expect(await columnsOfTries(db)).toBe(before - 1)
})

test('any other migration is made beside the version before', async ({ freshDatabase: { db, url } }) => {
  await anotherProcess(db, 0)
  const before = await columnsOfTries(db)

  await bringUp(url, beside.folder)

  expect(await columnsOfTries(db)).toBe(before + 1)
})

test('coming from a version that is in no list, a migration that must be alone waits until no version before was seen for two minutes', async ({
  onTestFinished,
}) => {
  const { old, url, remove } = await databaseBefore('"processes"')
  onTestFinished(remove)
  const before = await columnsOfTries(old)
  await old.insert(heartbeats).values({ minute: seen(179) })

  await expect(bringUp(url, alone.folder)).rejects.toThrow(
    'Nothing was changed: no other version may run while these tables are brought up to date, and the version before ran within the last three minutes. Stop the site on every machine, wait three minutes, and start this version.',
  )
  expect(await columnsOfTries(old)).toBe(before)

  await old.update(heartbeats).set({ minute: seen(181) })
  await bringUp(url, alone.folder)
  expect(await columnsOfTries(old)).toBe(before - 1)
})

test('a new database takes a migration that must be alone at once', async ({ onTestFinished }) => {
  const { old, url, remove } = await databaseBefore('CREATE TABLE')
  onTestFinished(remove)

  await bringUp(url, alone.folder)

  expect(await columnsOfTries(old)).toBeGreaterThan(0)
})

test('a process is seen from its start to its end, whatever a sweep or a restore took meanwhile', async ({
  freshDatabase: { db, url },
}) => {
  await db.delete(processes)
  const { close, db: its } = await openDatabase({ databaseUrl: url, dataDir: '' }, migrationsFolder)
  const isSeen = () => db.$count(processes, sql`seen_at > ${seen(30)}`)
  expect(await isSeen()).toBe(1)

  await db.update(processes).set({ seenAt: seen(50) })
  const stop = startAnnouncing(aWorld(its))
  await stop()
  expect(await isSeen()).toBe(1)
  await db.delete(processes)
  await announceProcess(its, 52)
  expect(await isSeen()).toBe(1)

  await close()
  expect(await db.$count(processes)).toBe(0)
})

test('a process that was killed goes from the list within an hour', async ({ freshDatabase: { db } }) => {
  await aProgramme(db)
  await db.delete(processes)
  await anotherProcess(db, 3500)
  await anotherProcess(db, 3700)

  await watch(aWorld(db))

  expect(await db.$count(processes)).toBe(1)
})
