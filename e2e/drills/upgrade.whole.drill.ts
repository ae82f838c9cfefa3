import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { processes } from '../../web/app/platform/jobs/site-state.tables.ts'
import { limits } from '../../web/test/builders/limits.ts'
import { readGatewayBooks } from '../../web/test/gateway/gateway-books.ts'
import { expectAgreement, settled } from './support/agreement.ts'
import { openTown, type Town, until } from './support/town.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const journal = 'web/database/migrations/meta/_journal.json'
/** The version before has a setting of its own for the first. */
const settings = { SETTLE_EVERY_SECONDS: '1', ...limits({ settleEverySeconds: 1 }), LOG_LEVEL: 'error' }

/** With a gateway that has to answer at once. */
const impatient = {
  ...settings,
  ...limits({ gatewayTimeoutSeconds: 2, settleEverySeconds: 1 }),
  GATEWAY_MARGIN_SECONDS: '1',
}

const cleanUps: (() => unknown)[] = []
// The packages of a version before go too, which takes a busy disk more than a minute.
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
}, 300_000)

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, maxBuffer: 1e9 })

/** The commit that changed the tables last, and whether the version before may run beside what it left. */
const migrated = git('log', '-1', '--format=%H', '--', journal).toString().trim()
const tagsIn = (text: string): string[] =>
  JSON.parse(text).entries.map(({ tag }: { tag: string }) => `web/database/migrations/${tag}.sql`)
const known = tagsIn(git('show', `${migrated}^:${journal}`).toString())
const mustBeAlone = tagsIn(readFileSync(join(root, journal), 'utf8'))
  .slice(known.length)
  .some((file) => readFileSync(join(root, file), 'utf8').startsWith('-- alone'))

/** The build of the commit before the last migration, with the packages of its time. */
async function theVersionBefore() {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-before-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', `${migrated}^`) })
  const make = `const { install } = await import('./scripts/install.mjs')
    const { build } = await import('./scripts/build.mjs')
    await install()
    await build()`
  execFileSync(process.execPath, ['--input-type=module', '-e', make], { cwd: folder, stdio: 'ignore' })
  const { startSite } = await import(join(folder, 'scripts/services.mjs'))
  return { startSite, migrationsFolder: join(folder, 'web/database/migrations') }
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

async function worksBeside() {
  const before = await theVersionBefore()
  const town = await openTown({ sites: 2, settings, startWith: [before.startSite] })
  cleanUps.push(town.close)
  const done = await town.db.$count(sql`drizzle.__drizzle_migrations`)
  expect(done, 'migrations that the old version does not know').toBeGreaterThan(known.length)

  await registerAt(town, [0, 1])
  await town.stop(1)
  await town.stop(0)
  await town.restart(0)
  await registerAt(town, [0])

  expect((await expectAgreement(town)).accepted).toBe(24)
}

async function failsWhole() {
  const { startSite, migrationsFolder } = await theVersionBefore()
  const town = await openTown({ settings: impatient, startWith: [startSite], migrationsFolder })
  cleanUps.push(town.close)
  const [paid, frozen] = [await town.family(), await town.family()]
  expect((await paid.pay((await paid.checkOut('card')).answer.transaction_request)).status).toBe(200)
  const { answer } = await frozen.checkOut('card')
  await town.setFaults({ operation: 'sale', when: 'after', act: 'delay', milliseconds: 1000 })
  const paying = frozen.pay(answer.transaction_request).catch(() => undefined)
  await until(async () => (await town.db.$count(charges)) === 2, 5, 'a sale under way')
  await until(
    async () => (await readGatewayBooks(town.gatewayUrl)).length === 2,
    5,
    'a sale that the gateway made',
  )
  town.freeze()
  const count = () => town.db.$count(sql`drizzle.__drizzle_migrations`)

  await expect(town.startAnother()).rejects.toThrow()
  expect(await count(), 'migrations beside the version before').toBe(known.length)
  await town.db.update(processes).set({ seenAt: sql`now() - interval '2 minutes'` })
  await town.startAnother()
  expect(await count()).toBeGreaterThan(known.length)

  town.thaw()
  expect((await paying)?.status).not.toBe(200)
  await until(() => settled(town), 20, 'every charge ended and every hold gone')
  await town.stop(0)
  expect(await expectAgreement(town)).toEqual({ accepted: 2, declined: 0 })
}

if (mustBeAlone)
  test(
    'a version that must be alone does not start beside the one before; what that one, frozen in a sale, does afterwards fails whole, and the card is charged once',
    failsWhole,
    300_000,
  )
else
  test(
    'the version before the last migration works beside this one on the new tables, and alone after a roll-back',
    worksBeside,
  )

test('a site that is asked to end takes nothing new, finishes a payment that waits for the gateway, answers it, leaves the list of processes, and ends', async () => {
  const town = await openTown({ settings })
  cleanUps.push(town.close)
  const family = await town.family()
  const { answer } = await family.checkOut('card')
  await town.setFaults({ operation: 'sale', when: 'after', act: 'delay', milliseconds: 4000 })
  const paying = family.pay(answer.transaction_request)
  await until(async () => (await town.db.$count(charges)) === 1, 5, 'a charge under way')

  const running = await town.db.$count(processes)
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
  expect(await town.db.$count(processes)).toBe(running - 1)
  expect(await expectAgreement(town)).toEqual({ accepted: 1, declined: 0 })
})

test('a site that is asked to end while its jobs ask a gateway that hangs, for many charges, ends by itself before it would be killed', async () => {
  const town = await openTown({
    settings: impatient,
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
