import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { addMail } from '#mail/outbox.server.ts'
import { type OperateRequest, operate } from '#operations/operate.api.server.ts'
import { charges, receiptNumbers } from '#payments/payments.tables.ts'
import { accounts, signIns } from '#people/people.tables.ts'
import { type Db, queryRows } from '#platform/database/db.ts'
import { newKeys, seal } from '#platform/files/sealed-file.server.ts'
import { alarms, processes } from '#platform/jobs/site-state.tables.ts'
import { findStamp } from '#platform/jobs/stamps.db.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { loadFirstSeason } from '#season/demo/demo-season.server.ts'
import { anAccount } from '../../../test/builders/builders.ts'
import { test as base } from '../../../test/harness/database.ts'
import { migrationsFolder } from '../../../test/harness/template.ts'
import { aWorld } from '../../../test/harness/world.ts'

const season = fileURLToPath(new URL('../../../../season.yaml', import.meta.url))

/** A season with its families, and a backup of it. `ask` does what the commands ask for. */
const test = base.extend('stored', async ({ db }, { onCleanup }) => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-backup-'))
  onCleanup(() => rmSync(folder, { recursive: true }))
  const world = aWorld(db)
  await loadFirstSeason(world, season)
  const { secret, open } = await newKeys()
  const path = join(folder, 'courtside.age')
  const ask = async (request: OperateRequest) =>
    operate(world, request).then(
      ({ done }) => done,
      (problem) => {
        if (problem instanceof Refusal) return problem.message
        throw problem
      },
    )
  return {
    folder,
    path,
    secret,
    open,
    back: (key = open) => ask({ act: 'backup', path, key }),
    bring: (key = secret, isSure = true) => ask({ act: 'restore', path, key, isSure }),
    ask,
  }
})

/** Every row of every table but those that a restore writes itself. */
async function allRows(db: Db): Promise<Record<string, string[]>> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('alarms', 'marks', 'processes', 'sign_ins') order by 1`,
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables)
    rows[name] = (
      await queryRows<{ row: string }>(
        db,
        sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t order by 1`,
      )
    ).map(({ row }) => row)
  return rows
}

test('a backup brings every row and every number back, and everybody must log in anew', async ({
  db,
  stored,
}) => {
  const awkward = 'back\\slash, "quotes", a\nnew line, {"braces": 1}, Zoë 網球'
  const account = await anAccount(db, { firstName: awkward })
  await db.insert(signIns).values({ tokenHash: 'a', accountId: account.id, expiresAt: new Date() })
  await db.insert(alarms).values({ kind: 'disk of another machine', says: '-' })
  await addMail(db, {
    kind: 'message',
    to: account.email,
    subject: awkward,
    text: awkward,
    html: awkward,
    attachments: [{ filename: 'a', calendar: awkward }],
  })
  await db.execute(sql`insert into tries (key, window_start) values ('alarm', 'infinity')`)
  await db.insert(charges).values({ idempotencyKey: 'a', amountCents: 9_999_999_999, state: 'unknown' })
  const nextReceipt = sql`select nextval(${receiptNumbers.seqName ?? ''})::int as number`
  await db.execute(nextReceipt)
  const before = await allRows(db)
  expect(before.accounts?.length).toBeGreaterThan(3)

  expect(await stored.back()).toEqual([expect.stringMatching(/^Done: .+courtside\.age holds all/)])
  expect(readFileSync(stored.path, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/)
  await db.execute(sql`alter table postings disable trigger user`)
  await db.execute(sql`truncate accounts, charges, mails, tries cascade`)
  await db.execute(sql`alter table mails drop column subject`)

  expect(await stored.bring()).toContain(
    'Mails and refunds stand still, since they may have gone out after that time. Now:',
  )
  expect(await allRows(db)).toEqual(before)
  expect([await db.$count(signIns), await db.$count(alarms)]).toEqual([0, 0])
  expect(await queryRows(db, nextReceipt)).toEqual([{ number: 5002 }])
  expect((await anAccount(db)).email).not.toBe(account.email)
  const backup = await findStamp(db, 'backup')
  expect(await findStamp(db, 'restore')).toMatchObject({ note: expect.any(String) })
  expect(Date.now() - Number(backup?.at)).toBeLessThan(600_000)
})

test('which processes run is in no backup, and a restore leaves it as it is', async ({ db, stored }) => {
  const aProcess = (host: string) =>
    db.insert(processes).values({ id: crypto.randomUUID(), host, version: 52 })
  await db.delete(processes)
  await aProcess('of the backup')
  await stored.back()
  await db.delete(processes)
  await aProcess('of now')
  const now = await db.select().from(processes)

  await stored.bring()

  expect(await db.select().from(processes)).toEqual(now)
})

test('what is no whole backup, or opens with another key, changes nothing and is said in a sentence', async ({
  db,
  stored,
}) => {
  const noKey = `A backup is opened with its secret key: set BACKUP_KEY to the one that begins with AGE-SECRET-KEY-1.`
  await stored.back()
  const before = await allRows(db)
  const whole = readFileSync(stored.path)

  expect(await stored.bring(stored.open)).toBe(noKey)
  expect(await stored.bring((await newKeys()).secret)).toMatch(
    / is no backup, or was made with another key\.$/,
  )
  expect(await stored.bring(stored.secret, false)).toMatch(
    /^Nothing was changed\. This replaces all that is stored now, \d+ accounts and \d+ registrations\./,
  )
  truncateSync(stored.path, whole.length - 100)
  expect(await stored.bring()).toMatch(/ is damaged\. Nothing was changed\.$/)
  writeFileSync(stored.path, whole.with(whole.length - 200, (whole.at(-200) ?? 0) ^ 1))
  expect(await stored.bring()).toMatch(/ is damaged\. Nothing was changed\.$/)
  expect(await allRows(db)).toEqual(before)
  async function* cut() {
    for (let at = 0; at < 20; at += 1) yield randomBytes(100_000).toString('base64')
    throw new Error('cut')
  }
  await expect(seal(cut(), join(stored.folder, 'cut.age'), stored.open)).rejects.toThrow('cut')
  expect(readdirSync(stored.folder)).toEqual(['courtside.age'])
  const nowhere = join(stored.folder, 'nowhere/a.age')
  expect(await stored.ask({ act: 'backup', path: nowhere, key: stored.open })).toBe(
    `${nowhere} cannot be written (ENOENT). No backup was made.`,
  )
})

test('a backup of an older version is brought up to date, one of a newer version is refused', async ({
  db,
  stored,
}) => {
  const newer = join(stored.folder, 'migrations')
  cpSync(migrationsFolder, newer, { recursive: true })
  const journalFile = join(newer, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  const added = { ...journal.entries.at(-1), tag: '9999_newer', when: journal.entries.at(-1).when + 1 }
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, added] }))
  writeFileSync(join(newer, '9999_newer.sql'), `alter table accounts add column nick text default 'Ace'`)
  const world = { ...aWorld(db), migrationsFolder: newer }
  await stored.back()
  const many = await db.$count(accounts)

  await operate(world, { act: 'restore', path: stored.path, key: stored.secret, isSure: true })

  expect(await queryRows(db, sql`select nick, count(*)::int from accounts group by 1`)).toEqual([
    { nick: 'Ace', count: many },
  ])
  await stored.back()
  expect(await stored.bring()).toMatch(/^This backup of .+ was made by a newer version of the site\./)
})
