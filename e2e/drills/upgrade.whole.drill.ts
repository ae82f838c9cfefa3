import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { processes } from '../../web/app/platform/marks.tables.ts'
import { limits } from '../../web/test/limits.ts'
import { expectAgreement, settled } from './agreement.ts'
import { openTown, type Town, until } from './town.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const journal = 'web/database/migrations/meta/_journal.json'
/** The version before has a setting of its own for the first. */
const settings = { SETTLE_EVERY_SECONDS: '1', ...limits({ settleEverySeconds: 1 }), LOG_LEVEL: 'error' }

const cleanUps: (() => unknown)[] = []
// The packages of a version before go too, which takes a busy disk more than a minute.
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
}, 300_000)

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, maxBuffer: 1e9 })

/** The build of the commit before the last migration, with the packages of its time. */
async function theVersionBefore() {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-before-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  const migrated = git('log', '-1', '--format=%H', '--', journal).toString().trim()
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', `${migrated}^`) })
  const make = `const { install } = await import('./scripts/install.mjs')
    const { build } = await import('./scripts/build.mjs')
    await install()
    await build()`
  execFileSync(process.execPath, ['--input-type=module', '-e', make], { cwd: folder, stdio: 'ignore' })
  const { startSite } = await import(join(folder, 'scripts/services.mjs'))
  const { entries } = JSON.parse(readFileSync(join(folder, journal), 'utf8'))
  return { startSite, migrations: entries.length }
}

/** Families that register and pay at these sites, all at once; each is told that it is done. */
async function registerAt(town: Town, sites: number[]) {
  const families = await Promise.all(Array.from({ length: 12 }, () => town.family()))
  const ends = families.map(async (family, index) => {
    const site = sites[index % sites.length] ?? 0
    const { answer } = await family.checkOut('card', site)
    return (await family.pay(answer.transaction_request, undefined, site)).status
  })
  expect(await Promise.all(ends)).toEqual(Array(12).fill(200))
  await until(() => settled(town), 20, 'every charge ended and every hold gone')
}

test('the version before the last migration works beside this one on the new tables, and alone after a roll-back', async () => {
  const before = await theVersionBefore()
  const town = await openTown({ sites: 2, settings, startWith: [before.startSite] })
  cleanUps.push(town.close)
  const done = await town.db.$count(sql`drizzle.__drizzle_migrations`)
  expect(done, 'migrations that the old version does not know').toBeGreaterThan(before.migrations)

  await registerAt(town, [0, 1])
  await town.stop(1)
  await town.stop(0)
  await town.restart(0)
  await registerAt(town, [0])

  expect((await expectAgreement(town)).accepted).toBe(24)
})

test('a site that is asked to end takes nothing new, finishes a payment that waits for the gateway, answers it, leaves the list of processes, and ends', async () => {
  const town = await openTown({ settings })
  cleanUps.push(town.close)
  const family = await town.family()
  const { answer } = await family.checkOut('card')
  await town.setFaults({ operation: 'sale', when: 'after', act: 'delay', milliseconds: 4000 })
  const paying = family.pay(answer.transaction_request)
  await until(async () => (await town.db.$count(charges)) === 1, 5, 'a charge under way')

  const known = await town.db.$count(processes)
  const stopping = town.stop()
  const isClosed = async () =>
    (await fetch(`${town.siteUrls[0]}/health`).catch(() => undefined)) === undefined
  await until(isClosed, 2, 'nobody new is let in')
  expect(await town.endOf(), 'how the site ended before its answer').toBeUndefined()

  expect((await paying).status).toBe(200)
  const answered = Date.now()
  await stopping
  expect(Date.now() - answered, 'milliseconds from the answer to the end').toBeLessThan(3000)
  expect(await town.endOf()).toBe('exit code 0')
  expect(await town.db.$count(processes)).toBe(known - 1)
  expect(await expectAgreement(town)).toEqual({ accepted: 1, declined: 0 })
})

test('a site that is asked to end while its jobs ask a gateway that hangs, for many charges, ends by itself before it would be killed', async () => {
  const town = await openTown({
    settings: {
      ...settings,
      ...limits({ gatewayTimeoutSeconds: 2, settleEverySeconds: 1 }),
      GATEWAY_MARGIN_SECONDS: '1',
    },
  })
  cleanUps.push(town.close)
  await town.setFaults({ operation: 'search', when: 'before', act: 'hang' })
  const open = Array.from({ length: 20 }, () => crypto.randomUUID())
  await town.db
    .insert(charges)
    .values(open.map((id) => ({ id, idempotencyKey: id, amountCents: 100, state: 'unknown' as const })))
  await until(async () => ((await town.hits())[0] ?? 0) > 0, 10, 'a question that hangs')

  await town.stop()

  expect(await town.endOf()).toBe('exit code 0')
})
