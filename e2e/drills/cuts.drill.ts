import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { findPostgres, startPostgres } from '../../scripts/provision/postgres.mjs'
import { limits } from '../../web/test/builders/limits.ts'
import { readGatewayBooks } from '../../web/test/gateway/gateway-books.ts'
import { expectAgreement, settled } from './support/agreement.ts'
import { openTown, type Town, until } from './support/town.ts'
import { allWays, aPayer, type Way, ways } from './support/ways.ts'

const isWhole = process.env.DRILL === 'whole'
const cuts = isWhole ? 26 : 5
const restarts = isWhole ? (['SIGINT', 'SIGQUIT', 'SIGINT', 'SIGQUIT'] as const) : (['SIGINT'] as const)
const settings = {
  ...limits({ gatewayTimeoutSeconds: 3, settleEverySeconds: 1, holdMinutes: 0.05 }),
  GATEWAY_MARGIN_SECONDS: '1',
  LOG_LEVEL: 'silent',
}

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function aTown(options: Parameters<typeof openTown>[0] = {}) {
  const town = await openTown({ settings, ...options })
  cleanUps.push(town.close)
  return town
}

/** Families that come one after the other, one for each way to pay at a time, check out and pay, until they are asked to stop. */
function payOn(town: Town) {
  const statuses: number[] = []
  let isOver = false
  const lane = async (way: Way) => {
    while (!isOver) {
      const family = await aPayer(town, way)
      const { status, answer } = await family.checkOut('card')
      statuses.push(status)
      if (status === 200) statuses.push((await family.pay(answer.transaction_request)).status)
    }
  }
  const lanes = Promise.all(ways.map(lane))
  return {
    statuses,
    stop() {
      isOver = true
      return lanes
    },
  }
}

/** Cuts a connection of the site whose transaction has written and not ended; true when there was one. */
async function cutOne({ db }: Town): Promise<boolean> {
  const isWriting = sql`datname = current_database() and application_name = 'site' and backend_xid is not null`
  const cut = sql`(select pg_terminate_backend(pid, 5000) as cut from pg_stat_activity where ${isWriting} limit 1) as it`
  return (await db.$count(cut, sql`cut`)) > 0
}

test(`connections cut ${cuts} times and more inside transactions while families pay in every way: the site goes on, and the books agree`, async () => {
  const town = await aTown()
  const crowd = payOn(town)

  // A cut may meet what is done again, or a job alone.
  const isFelt = () => crowd.statuses.some((status) => status >= 500)
  for (let count = 0; count < cuts || !isFelt(); count += 1)
    await until(() => cutOne(town), 20, 'a connection cut inside a transaction')
  await crowd.stop()

  expect(crowd.statuses.filter((status) => ![200, 202, 500, 503].includes(status))).toEqual([])
  expect(await town.endOf(), 'how the site ended').toBeUndefined()
  await until(() => settled(town), 20, 'every charge ended and every hold gone')
  expect((await expectAgreement(town)).accepted).toBeGreaterThan(0)
})

test('PostgreSQL restarted while families pay in every way: every payment is found, and the site goes on', async () => {
  const postgres = await startPostgres((await findPostgres()) ?? '', { durable: true })
  cleanUps.push(postgres.stop)
  const town = await aTown({ siteCluster: postgres.url })
  const startedAt = async () => {
    const [row] = await town.db
      .select({ at: sql<string>`at::text` })
      .from(sql`pg_postmaster_start_time() as it(at)`)
    return row?.at
  }

  for (const [round, signal] of restarts.entries()) {
    const before = await startedAt()
    const payers = await allWays(town)
    await town.setFaults({ operation: 'sale', when: 'after', act: 'hold' })
    const paying = Promise.all(payers.map(({ family, request }) => family.pay(request)))
    // A charge is pending before its sale is sent; a restart in between rightly keeps the sale from being sent.
    const sold = ways.length * (round + 1)
    const areSold = async () => (await readGatewayBooks(town.gatewayUrl)).length === sold
    await until(areSold, 5, 'every sale made and not answered')
    await postgres.restart(signal)
    await town.setFaults()
    expect(await startedAt(), 'when PostgreSQL was started').not.toEqual(before)

    for (const { status } of await paying) expect([200, 202]).toContain(status)
    await until(() => settled(town), 20, 'every charge ended and every hold gone')
    expect(await expectAgreement(town)).toEqual({ accepted: sold, declined: 0 })
  }
  expect(await town.endOf(), 'how the site ended').toBeUndefined()
})
