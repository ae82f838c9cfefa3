import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import type { Worker } from 'node:worker_threads'
import { eq, isNull, sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { addMail } from '#mail/outbox.server.ts'
import { startMailJob } from '#mail/send-mails.server.ts'
import { operate } from '#operations/operate.api.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { comparisons, disputes } from '#payments/reconciliation.tables.ts'
import { connectPostgres } from '#platform/database/database.server.ts'
import type { Db } from '#platform/database/db.ts'
import { setStamp } from '#platform/jobs/stamps.db.server.ts'
import { parseEnv } from '#platform/settings/env.server.ts'
import { newSecret, storeApp } from '#team/second-step/authenticator.server.ts'
import { aCertificate } from '../../../../e2e/support/certificate.ts'
import { aMember, anAccount, aProgramme } from '../../../test/builders/builders.ts'
import { test as base } from '../../../test/harness/database.ts'
import { aMailServer } from '../../../test/harness/mail-server.ts'
import { migrationsFolder } from '../../../test/harness/template.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { checkDeskKey } from './check-desk.server.ts'
import { checkDisk, checkFolders, checkKeys, checkNode, diskFinding } from './check-machine.server.ts'
import {
  checkCertificate,
  checkClocks,
  checkGateway,
  checkMailServer,
  checkSandbox,
} from './check-outside.server.ts'
import {
  checkBackup,
  checkBooks,
  checkCharges,
  checkDatabase,
  checkDemoAccounts,
  checkDisputes,
  checkMails,
} from './check-stored.server.ts'
import { examine } from './doctor.server.ts'

/** As families use it, with keys of Braintree's sandbox. */
const forReal = {
  SITE_URL: 'https://courtside.example',
  GATEWAY_ENVIRONMENT: 'sandbox',
  GATEWAY_TOKENIZATION_KEY: 'sandbox_a_b',
}
const closed = '127.0.0.1:9'
const manualPath = new URL('../../../../docs/deploying.md', import.meta.url)

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads there what a fixture needs.
const test = base.extend('folder', ({}, { onCleanup }) => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-doctor-'))
  onCleanup(() => rmSync(folder, { recursive: true }))
  return folder
})

/** Tries a thing whose traces go again. */
async function tried<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  let result: Result | undefined
  const undone = new Error('undone')
  await db
    .transaction(async (tx) => {
      result = await work(tx)
      throw undone
    })
    .catch((problem) => {
      if (problem !== undone) throw problem
    })
  return result as Result
}

test('a desk that works has nothing wrong, and one line for each thing', async ({ db, gateway, folder }) => {
  await aProgramme(db)
  const mailServer = await aMailServer()
  const SMTP_URL = `smtp://127.0.0.1:${mailServer.port}`
  const world = aWorld(db, { ...gateway.settings, SMTP_URL, DATA_DIR: folder })
  await setStamp(db, 'backup')

  const { done, isWell } = await examine(world, { mailTo: 'robin@example.test' })

  expect(isWell, done.join('\n')).toBe(true)
  expect(done).toEqual([
    expect.stringMatching(/^fine {3}Database: PostgreSQL \S+ .*answers, and its tables are up to date\.$/),
    'fine   Mails: none waits for longer than 15 minutes.',
    'fine   Charges: none is open for longer than 15 minutes.',
    'fine   Settlements: no money failed to come in the last 30 days.',
    'note   Books: they were not compared with the gateway’s list yet.',
    'fine   Ledger: what is due for each place is the sum of its postings.',
    'fine   Disputes: none waits for your answer.',
    expect.stringMatching(
      /^note {3}Backup: the newest is of \d{4}-\d\d-\d\d \d\d:\d\d UTC\. No copy of it leaves this machine: set BACKUP_TO\.$/,
    ),
    'fine   Key of the desk: the second step of every member can be read.',
    'note   Season: it is still the demo’s. Bring in your own: npm run season -- my-season.yaml, or at /desk/season.',
    'fine   Demo accounts: there are none.',
    'fine   Gateway: the sandbox answers.',
    'note   Keys: the gateway is the sandbox: no card is charged. Set your account at /desk/settings, or GATEWAY_ENVIRONMENT.',
    'fine   Sandbox: it is the gateway of this site.',
    'note   Certificate: SITE_URL is not https: cookies and cards need it.',
    expect.stringMatching(/^(fine|note) {3}Node: \d+\.\d+\.\d+ /),
    expect.stringMatching(/^fine {3}Disk: \d+ % of the disk of .+ is free\.$/),
    'fine   Folders: nobody else on this machine can open what is private.',
    'fine   Papers: a receipt can be set as PDF.',
    'fine   Mail server: took a mail to robin@example.test. See that it arrives.',
    'fine   Clocks: this machine, the database and the gateway agree.',
  ])
  expect(mailServer.taken.join()).toContain('npm run doctor sent it')
  await mailServer.stop()
})

test('a database that does not answer, takes no writes, or has other tables is wrong; the rest is examined all the same', async ({
  db,
  folder,
}) => {
  const DATABASE_URL = `postgres://nobody@${closed}/none`
  const nowhere = connectPostgres(DATABASE_URL, { max: 1 })
  const world = aWorld(nowhere.db, { DATABASE_URL, GATEWAY_URL: `http://${closed}`, DATA_DIR: folder })
  const { done, isWell } = await examine(world, {})
  expect(isWell).toBe(false)
  expect(done[0]).toMatch(
    /^wrong {2}Database: does not answer \(connect ECONNREFUSED .+\)\. Look at DATABASE_URL/,
  )
  expect(done[1]).toMatch(/^wrong {2}Gateway: cannot be asked/)
  await nowhere.close()

  const readOnly = await tried(db, async (tx) => {
    await tx.execute(sql`set transaction read only`)
    return checkDatabase(aWorld(tx))
  })
  expect(readOnly.message).toBe('can only be read. Let DATABASE_URL name the server that takes writes.')
  const newer = await tried(db, async (tx) => {
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9e15::bigint)`,
    )
    return checkDatabase(aWorld(tx))
  })
  expect(newer.message).toMatch(/^its tables are of a newer version\./)

  const migrations = join(folder, 'migrations')
  cpSync(migrationsFolder, migrations, { recursive: true })
  const journalFile = join(migrations, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  const last = journal.entries.at(-1)
  const due = { ...last, when: last.when + 1 }
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, due] }))
  expect((await checkDatabase({ ...aWorld(db), migrationsFolder: migrations })).message).toMatch(
    /^1 changes of its tables are missing\./,
  )
})

test('wrong keys, keys of the sandbox, a sandbox beside real keys and demo accounts are wrong', async ({
  db,
  gateway,
}) => {
  const { GATEWAY_URL } = gateway.settings
  const refused = await checkGateway(aWorld(db, { ...gateway.settings, GATEWAY_PRIVATE_KEY: 'mistyped' }))
  expect(refused).toMatchObject({
    state: 'wrong',
    message: expect.stringMatching(/^refuses our keys \(refused: auth/),
  })

  expect(checkKeys(aWorld(db, forReal))).toMatchObject({
    state: 'wrong',
    message: expect.stringMatching(/^a key of the gateway is the sandbox’s own\./),
  })
  const demo = { SITE_URL: 'http://courtside.example' }
  expect(checkKeys(aWorld(db, demo)).state).toBe('wrong')
  expect(await checkSandbox(aWorld(db, { ...forReal, GATEWAY_URL }))).toMatchObject({
    state: 'wrong',
    message: `something answers at ${GATEWAY_URL}. Stop the sandbox: real keys need none.`,
  })
  expect((await checkSandbox(aWorld(db, { ...forReal, GATEWAY_URL: `http://${closed}` }))).state).toBe('fine')

  await anAccount(db, { isDemo: true })
  expect(await checkDemoAccounts(aWorld(db, forReal))).toMatchObject({
    state: 'wrong',
    message: expect.stringMatching(/^there are 1, with a password that everybody can read\./),
  })
})

test('a mail server that is away or refuses us is wrong, and so is none at all where families use the site', async ({
  db,
}) => {
  await aProgramme(db)
  const strict = await aMailServer({
    authOptional: false,
    onAuth: (_, __, done) => done(new Error('Who are you?')),
  })
  const check = (SMTP_URL: string) => checkMailServer(aWorld(db, { SMTP_URL }))

  expect((await check(`smtp://${closed}`)).message).toMatch(/^does not take our mail \(.*ECONNREFUSED/)
  expect((await check(`smtp://robin:wrong@127.0.0.1:${strict.port}`)).message).toMatch(
    /^does not take our mail \(Invalid login: .+ Who are you\?\)\. Look at SMTP_URL/,
  )
  expect((await checkMailServer(aWorld(db, forReal))).state).toBe('wrong')
  expect((await checkMails(aWorld(db, forReal))).state).toBe('wrong')
  await strict.stop()
})

test('mails that wait since the mail server takes none for one address are a note; for two, or for another reason, they are wrong', async ({
  db,
}) => {
  await aProgramme(db)
  const server = await aMailServer({
    onRcptTo: (_, __, done) => done(Object.assign(new Error('Domain not found'), { responseCode: 450 })),
  })
  const world = aWorld(db, { SMTP_URL: `smtp://127.0.0.1:${server.port}` })
  const mistyped = 'robin@exampel.test'
  for (const to of [mistyped, mistyped])
    await addMail(db, { kind: 'message', to, subject: '-', text: '-', html: '-' })
  const stop = startMailJob(world)
  const isUntried = isNull(mails.lastError)
  await expect.poll(() => db.$count(mails, isUntried), { timeout: 10_000 }).toBe(0)
  await stop()
  await server.stop()
  await db.update(mails).set({ createdAt: sql`now() - interval '16 minutes'` })
  const isFirst = eq(mails.id, sql`(select min(id) from mails)`)
  const stateWith = async (first: { recipient?: string; lastError?: string }) => {
    await db.update(mails).set(first).where(isFirst)
    return (await checkMails(world)).state
  }

  expect(await checkMails(world)).toEqual({
    what: 'Mails',
    state: 'note',
    message: expect.stringMatching(
      /^2 to one address wait .+ The mail server says: .*Domain not found\. See/,
    ),
  })
  expect(await stateWith({ recipient: 'edith@exampel.test' })).toBe('wrong')
  expect(await stateWith({ recipient: mistyped })).toBe('note')
  expect(await stateWith({ lastError: 'Error: Greeting never received' })).toBe('wrong')
})

test('another key of the desk than the one that sealed the code apps of members is wrong', async ({ db }) => {
  const withKey = (letter: string) => aWorld(db, { DESK_KEY: letter.repeat(32) })
  const [here, elsewhere] = [withKey('a'), withKey('b')]
  const { id } = await aMember(db, ['owner'])
  await storeApp(db, here.env, id, newSecret(), 0)

  expect((await checkDeskKey(here)).state).toBe('fine')
  expect(await checkDeskKey(elsewhere)).toMatchObject({
    state: 'wrong',
    message: expect.stringMatching(/^the code apps of 1 members cannot be read: .+ Put the key back/),
  })
})

test('the doctor makes nothing: no key where there is none, and no data folder', async ({ db, folder }) => {
  const { id } = await aMember(db, ['owner'])
  await storeApp(db, aWorld(db, { DESK_KEY: 'a'.repeat(32) }).env, id, newSecret(), 0)
  const DATA_DIR = join(folder, 'none')

  const { done } = await examine(aWorld(db, { GATEWAY_URL: `http://${closed}`, DATA_DIR }), {})

  expect(done.join('\n')).toMatch(/^wrong {2}Key of the desk: the code apps of 1 members cannot be read/m)
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('a check that cannot be made is wrong with its reason, and the others go on', async ({ db, folder }) => {
  const { id } = await aMember(db, ['owner'])
  await storeApp(db, aWorld(db, { DESK_KEY: 'a'.repeat(32) }).env, id, newSecret(), 0)
  writeFileSync(join(folder, 'file'), '')
  const DATA_DIR = join(folder, 'file', 'data')

  const { done, isWell } = await examine(aWorld(db, { GATEWAY_URL: `http://${closed}`, DATA_DIR }), {})

  expect(isWell).toBe(false)
  expect(done.filter((line) => line.includes('ENOTDIR'))).toEqual([
    expect.stringMatching(
      /^wrong {2}Key of the desk: cannot be examined \(ENOTDIR: not a directory, open '.+'\)\.$/,
    ),
    expect.stringMatching(/^wrong {2}Folders: cannot be examined \(ENOTDIR: not a directory, stat '.+'\)\.$/),
  ])
  expect(done.at(-1)).toMatch(/^\w+ +Clocks: /)
})

test('clocks that disagree are wrong', async ({ db, gateway, cluster }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
  const { state, message } = await checkClocks(aWorld(db, gateway.settings))
  vi.useRealTimers()

  expect(state).toBe('wrong')
  // An embedded database has the clock of its process.
  if (cluster) expect(message).toMatch(/^the database is -1(19|20) s ahead of this machine, /)
  expect(message).toMatch(/\bthe gateway is -1(19|2[01]) s ahead of this machine\./)
})

test('clocks agree with a gateway that can be asked alone', async ({ db }) => {
  expect(await checkClocks(aWorld(db, { GATEWAY_URL: `http://${closed}` }))).toMatchObject({
    state: 'note',
    message: 'this machine and the database agree; the gateway cannot be asked.',
  })
})

test('a certificate that nobody trusts or that ends soon, and none at all, are wrong where families use the site', async ({
  db,
  onTestFinished,
}) => {
  const server = createServer(aCertificate('localhost')).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  onTestFinished(() => void server.close())
  const at = (SITE_URL: string) => checkCertificate(aWorld(db, { ...forReal, SITE_URL }))
  const site = `https://localhost:${(server.address() as AddressInfo).port}`

  expect((await at(site)).message).toMatch(/^of localhost is not trusted \(.*SELF_SIGNED.*\)\./)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 86_400_000 })
  expect((await at(site)).message).toMatch(/^of localhost ends in 9 days\./)
  vi.useRealTimers()
  expect((await at(`https://${closed}`)).message).toMatch(/ cannot be seen \(connect ECONNREFUSED/)
  expect((await at('http://courtside.example')).state).toBe('wrong')
})

test('a backup of which BACKUP_TO has no copy after an hour is wrong, however new it is', async ({ db }) => {
  const check = () => checkBackup(aWorld(db, { BACKUP_TO: 'offsite:courtside' }))
  await setStamp(db, 'backup')
  expect((await check()).state, 'on its way').toBe('fine')

  await setStamp(db, 'backup', sql`now() - interval '61 minutes'`)
  expect(await check()).toMatchObject({
    state: 'wrong',
    message: expect.stringMatching(
      /UTC, and BACKUP_TO has no copy of it\. Run “npm run backup -- FILE”: it says why\.$/,
    ),
  })
  await operate(aWorld(db), { act: 'copied' })
  expect(await check()).toMatchObject({
    state: 'fine',
    message: expect.stringMatching(/UTC, and BACKUP_TO has a copy\.$/),
  })
})

test('an old backup, open charges, waiting mails, a full disk and open folders are wrong', async ({
  db,
  folder,
}) => {
  const world = aWorld(db, { SMTP_URL: `smtp://${closed}`, DATA_DIR: folder })
  const long = sql`now() - interval '16 minutes'`
  expect((await checkBackup(aWorld(db, forReal))).message).toMatch(/^there is none\. Set BACKUP_KEY/)
  await setStamp(db, 'backup', sql`now() - interval '49 hours'`)
  await db
    .insert(charges)
    .values({ idempotencyKey: 'a', amountCents: 100, state: 'unknown', createdAt: long })
  await addMail(db, { kind: 'message', to: 'robin@example.test', subject: '-', text: '-', html: '-' })
  await db.execute(
    sql`update mails set created_at = ${long}, last_error = 'Error: 451 come later, <robin@example.test>'`,
  )

  const message = async (check: typeof checkBackup) => {
    const { state, message } = await check(world)
    return `${state}: ${message}`
  }
  expect(await message(checkBackup)).toMatch(
    /^wrong: the newest is of .+ UTC, 2 days old\. Look whether the timer/,
  )
  expect(await message(checkCharges)).toMatch(/^wrong: 1 open for longer than 15 minutes/)
  expect(await message(checkMails)).toMatch(
    /^wrong: 1 wait for longer .+ The mail server says: Error: 451 come later, <…>\./,
  )
  const compare = (endedAt: Date, differences: number) =>
    db.insert(comparisons).values({
      ...{ by: 'the clock', comparedFrom: long, comparedUntil: long, leasedUntil: long },
      ...{ endedAt, differences },
    })
  const [{ id: chargeId } = { id: '' }] = await db.select().from(charges)
  await db.insert(disputes).values({ id: 'a', chargeId, amountCents: 100, status: 'open', reason: 'fraud' })
  expect(await message(checkDisputes)).toMatch(
    /^wrong: 1 wait for your answer in the gateway’s control panel/,
  )
  await compare(new Date(Date.now() - 4 * 86_400_000), 0)
  expect(await message(checkBooks)).toMatch(/^wrong: compared .+, which is long ago\./)
  await compare(new Date(Date.now() - 3_600_000), 2)
  expect(await message(checkBooks)).toMatch(/^wrong: compared .+: they do not agree\./)
  await compare(new Date(), 0)
  expect(await message(checkBooks)).toMatch(/^fine: compared .+: they agree\.$/)
  expect(diskFinding('/var', { blocks: 1000, bavail: 99 })).toMatchObject({
    state: 'wrong',
    message: '9 % of the disk of /var is free. Delete old backups and logs, or make it larger.',
  })
  expect(diskFinding('/var', { blocks: 1000, bavail: 100 }).state).toBe('fine')
  const { what: _, message: tmpfs } = await checkDisk({ env: { ...world.env, dataDir: '/dev/shm' } })
  expect(tmpfs, 'of a data folder that is memory').toContain('of the disk of / is free')
  mkdirSync(join(folder, 'site'), { mode: 0o750 })
  writeFileSync(join(folder, 'owner-door.json'), '{}', { mode: 0o600 })
  expect(checkFolders(world)).toEqual({
    what: 'Folders',
    state: 'wrong',
    message: `others on this machine can open ${folder}/site. Run: chmod -R go= ${folder}/site`,
  })
})

test('papers that cannot be set are wrong, with the reason', async () => {
  const end = (thread: Worker) => void thread.terminate()
  process.on('worker', end)
  vi.resetModules()
  const { checkPapers } = await import('./check-machine.server.ts')

  const found = await checkPapers()
  process.off('worker', end)

  expect(found).toMatchObject({
    state: 'wrong',
    message: expect.stringMatching(
      /^no mail with a receipt goes out \(A PDF could not be set: its thread ended/,
    ),
  })
})

test('settings that their group alone may read, as the manual makes them, are private; others may not', ({
  folder,
}) => {
  const settings = join(folder, '.env')
  writeFileSync(settings, 'METRICS_TOKEN=a-token-of-the-prometheus')
  const found = (mode: number) => {
    chmodSync(settings, mode)
    const env = parseEnv({ DATA_DIR: join(folder, 'data') })
    return checkFolders({ env, migrationsFolder: join(folder, 'web/database/migrations') }).message
  }
  const [, manual = ''] = /install -m (\d+) .*courtside\.env/.exec(readFileSync(manualPath, 'utf8')) ?? []

  expect(found(Number.parseInt(manual, 8))).toBe('nobody else on this machine can open what is private.')
  for (const mode of [0o644, 0o660])
    expect(found(mode)).toBe(`others on this machine can open ${settings}. Run: chmod -R g-wx,o= ${settings}`)
})

test('a Node that gets no more security releases is wrong where families use the site, and a note on a laptop', ({
  db,
}) => {
  const [laptop, real] = [aWorld(db, {}), aWorld(db, forReal)]
  expect(checkNode(real, '20.20.2', '2026-04-30').state).toBe('fine')
  expect(checkNode(real, '20.20.2', '2026-05-01')).toEqual({
    what: 'Node',
    state: 'wrong',
    message: '20.20.2 has had no security releases since 2026-04-30. Install Node 24.',
  })
  expect(checkNode(laptop, '20.20.2', '2026-05-01').state).toBe('note')
  expect(checkNode(real, '25.1.0', '2026-05-01').state).toBe('note')
  expect(checkNode(real, '24.21.0', '2026-05-01').state).toBe('fine')
})
