import { afterEach, expect, test } from 'vitest'
import { expectAgreement, settled } from './support/agreement.ts'
import { expectKept, registerAll, settings } from './support/crowd.ts'
import { ask, isFollowed, isWritable } from './support/pair.ts'
import { openPatroni } from './support/patroni.ts'
import { openTown, until } from './support/town.ts'

const families = 480

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

test.for([
  { how: 'the one address of HAProxy', by: 'address' },
  { how: 'a list of both servers', by: 'servers' },
] as const)(
  'the machine of the primary dies under checkouts, Patroni promotes the other, and the site goes on by $how: nothing told is missing, and the old primary comes back as a standby',
  async ({ by }) => {
    const cluster = await openPatroni()
    cleanUps.push(cluster.stop)
    await cluster.begin()
    const where = { siteCluster: cluster.address, siteServers: cluster[by] }
    const town = await openTown({ sites: 2, settings, ...where })
    cleanUps.push(town.close)
    const crowd = registerAll(town, await Promise.all(Array.from({ length: families }, () => town.family())))
    await until(async () => crowd.count() > families / 6, 60, 'checkouts before the fault')

    await cluster.primary.kill()
    await expect(ask(cluster.primary.url, 'select 1'), 'the primary is gone').rejects.toThrow()
    const atKill = crowd.count()
    await until(() => isWritable(cluster.standby.url), 60, 'the standby takes writes')
    await until(async () => crowd.count() > atKill + families / 6, 60, 'checkouts on the new primary')

    cluster.primary.begin()
    await until(() => isFollowed(cluster.standby.url), 120, 'the old primary follows')
    expect(await isWritable(cluster.primary.url), 'the old primary takes writes').toBe(false)
    await town.kill(1)
    await town.restart(1)
    await crowd.isOver

    await until(() => settled(town), 60, 'every charge ended and every hold gone')
    await expectKept(town, crowd.told)
    await expectAgreement(town)
  },
)
