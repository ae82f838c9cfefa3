import pg from 'pg'
import { expect } from 'vitest'
import { searchTransactions } from './support/clients.ts'
import { test } from './support/fixtures.ts'
import { onServer } from './support/running.ts'

/** More than the pool has connections: none may be lost to it. */
const cuts = 12

test('a database connection cut inside a transaction fails its call alone: the process and its other calls go on', async ({
  sandbox,
  merchant,
}) => {
  const { SANDBOX_DATABASE_URL: url = '' } = sandbox.environment
  const sell = (orderId: string) =>
    merchant.transaction.sale({ amount: '1.00', paymentMethodNonce: 'fake-valid-nonce', orderId })
  const whileLocked = async (work: () => Promise<void>) => {
    const lock = new pg.Client({ connectionString: url })
    await lock.connect()
    await lock.query('begin; lock table transactions in access exclusive mode')
    await work().finally(() => lock.end())
  }
  const cutWhoWaits = () =>
    onServer(
      url,
      `select pg_terminate_backend(pid, 5000) as cut from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )

  for (let cut = 0; cut < cuts; cut += 1) {
    await whileLocked(async () => {
      let end: unknown
      const sold = sell('cut').then(
        ({ success }) => (end = success),
        ({ type }) => (end = type),
      )
      // The sandbox's own look for what is due waits here too, once a second, perhaps before the sale does.
      await expect.poll(() => cutWhoWaits().then(() => end), { timeout: 20_000 }).toBe('serverError')
      await sold
    })
  }

  expect((await sell('after')).success).toBe(true)
  expect(await searchTransactions(merchant, (search) => search.orderId().is('cut'))).toEqual([])
  expect(sandbox.child().exitCode).toBeNull()
})
