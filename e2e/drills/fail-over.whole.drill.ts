import { afterEach, expect, test } from 'vitest'
import { expectAgreement, settled } from './support/agreement.ts'
import { expectKept, hasRegistered, lanes, registerAll, settings } from './support/crowd.ts'
import { ask, isFollowed, isWritable, nextWrite, openPair } from './support/pair.ts'
import { openTown, until } from './support/town.ts'

const families = 480

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function aTownOnAPair(sites: number) {
  const pair = await openPair()
  cleanUps.push(pair.stop)
  const where = { siteCluster: pair.primary.url, siteServers: pair.servers }
  const town = await openTown({ sites, settings, ...where })
  cleanUps.push(town.close)
  return { pair, town }
}

test('the primary dies under checkouts, its standby takes over and the primary comes back: nothing told is missing, and nobody writes to the old one', async () => {
  const { pair, town } = await aTownOnAPair(2)
  const crowd = registerAll(town, await Promise.all(Array.from({ length: families }, () => town.family())))
  await until(async () => crowd.count() > families / 6, 60, 'checkouts before the fault')

  await pair.primary.kill()
  await expect(ask(pair.primary.url, 'select 1'), 'the primary is gone').rejects.toThrow()
  const atKill = crowd.count()
  await ask(pair.standby.url, 'select pg_promote()')
  expect(await isWritable(pair.standby.url), 'the standby takes writes').toBe(true)
  await until(async () => crowd.count() > atKill + families / 6, 60, 'checkouts on the new primary')

  await pair.primary.begin()
  expect(await isWritable(pair.primary.url), 'the old primary would take writes').toBe(true)
  const before = await nextWrite(pair.primary.url)
  // One process that remembers, and one that knows of nothing.
  await town.kill(1)
  await town.restart(1)
  const atReturn = crowd.count()
  await crowd.isOver
  expect(families - atReturn, 'checkouts beside the old primary').toBeGreaterThan(lanes)

  await until(() => settled(town), 60, 'every charge ended and every hold gone')
  await expectKept(town, crowd.told)
  await expectAgreement(town)
  expect(await nextWrite(pair.primary.url), 'writes to the old primary').toBe(before)
})

test('the standby dies: pages are read on, who registers is told that nobody knows yet, and all is well once it is back', async () => {
  const { pair, town } = await aTownOnAPair(1)
  const [waiting, later, typing] = [await town.family(), await town.family(), await town.family()]

  await pair.standby.kill()
  await until(async () => !(await isFollowed(pair.primary.url)), 20, 'nobody follows the primary')
  const registering = waiting.checkOut('later')
  const saving = fetch(`${town.siteUrls[0]}/pages/emergency-contact`, {
    method: 'POST',
    headers: { Cookie: typing.cookie },
    body: new URLSearchParams({ first_name: 'Marigold', last_name: 'Vale', phone: '(555) 010-0142' }),
  })
  const waits = "select count(*)::int as answer from pg_stat_activity where wait_event = 'SyncRep'"
  await until(async () => (await ask(pair.primary.url, waits)) !== 0, 20, 'a commit that waits')
  for (const site of town.siteUrls) expect((await fetch(site)).status, 'the season').toBe(200)
  const nobodyKnows =
    'That takes longer than it should, and we do not know yet whether it was done. Wait a few minutes and look before you try again.'
  expect(await registering).toMatchObject({
    status: 503,
    answer: { code: 'not-stored', message: nobodyKnows },
  })
  const page = await saving
  expect(page.status).toBe(503)
  expect(await page.text()).toMatch(new RegExp(`${nobodyKnows}.*value="Marigold"`, 's'))

  await pair.standby.begin()
  await until(() => isFollowed(pair.primary.url), 20, 'the standby follows again')
  expect((await later.checkOut('later')).status).toBe(200)
  expect(await hasRegistered(waiting, 'later', 0), 'who waited, at the next try').toBe(true)
  await expectKept(town, { card: [], later: [waiting.accountId, later.accountId] })
  await expectAgreement(town)
})
