import { get } from 'node:http'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/db.ts'
import routes from '#routes.ts'
import { aProgramme } from '../../test/builders/builders.ts'
import { aBuyingFamily, pays } from '../../test/builders/buying-family.ts'
import { test } from '../../test/harness/database.ts'
import { aServedSite, aSite } from '../../test/harness/site.ts'
import { aWorld } from '../../test/harness/world.ts'
import { beat, beginEnding } from './heartbeat.server.ts'

const METRICS_TOKEN = 'a-token-of-the-prometheus'

test('Prometheus reads requests by route, checkouts by outcome and how the site stands, and never an id', async ({
  db,
  gateway,
}) => {
  const family = await aBuyingFamily(db, gateway.settings)
  const site = await aSite(aWorld(db, { METRICS_TOKEN }), routes)
  const scrape = async () => {
    const answer = await site('/metrics', { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=/),
    ])
    return (await answer.text()).split('\n')
  }
  await scrape()

  const path = `/pages/clinic/${family.event.id}`
  for (const asked of [path, `${path}.data`, '/', '/nowhere/7', '/api/nowhere/7', '/robots.txt'])
    await site(asked)
  await site('/api/process-all-cart-items', {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  })
  await pays(family)
  await db.insert(charges).values({ idempotencyKey: 'a', amountCents: 100, state: 'unknown' })
  await db.update(mails).set({ createdAt: sql`now() - interval '5 minutes'` })
  const lines = await scrape()

  const count = (labels: string) => `courtside_request_seconds_count{${labels}} `
  expect(lines).toEqual(
    expect.arrayContaining([
      `${count('method="GET",route="/pages/:kind/:id",status="200"')}2`,
      `${count('method="GET",route="/",status="200"')}1`,
      `${count('method="GET",route="/*",status="404"')}1`,
      `${count('method="GET",route="/api/*",status="404"')}1`,
      `${count('method="GET",route="/robots.txt",status="200"')}1`,
      `${count('method="POST",route="/api/process-all-cart-items",status="400"')}1`,
      expect.stringMatching(/^courtside_checkouts_total\{what="accepted"\} \d+$/),
      'courtside_charges_unknown 1',
      'courtside_refunds_queued 0',
      'courtside_outbox_mails 1',
      'courtside_outbox_oldest_seconds 300',
      'courtside_holds 0',
    ]),
  )
  expect(lines.filter((line) => line.includes(`/${family.event.id}`) || line.includes('/7'))).toEqual([])
})

test('metrics are for who has the token, or sits at the machine where there is none', async ({ db }) => {
  const named = await aSite(aWorld(db, { METRICS_TOKEN }), routes)
  expect((await named('/metrics')).status).toBe(404)
  expect(
    (await named('/metrics', { headers: { Authorization: 'Bearer a-token-of-somebody-else' } })).status,
  ).toBe(404)
  expect((await (await aSite(aWorld(db), routes))('/metrics')).status, 'from elsewhere').toBe(404)

  const { port, close } = await aServedSite(aWorld(db), routes)
  const fetchStatus = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve) =>
      get(
        { port, host: '127.0.0.1', path: '/metrics', headers: { Connection: 'close', ...headers } },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        },
      ),
    )
  expect(await fetchStatus({})).toBe(200)
  expect(await fetchStatus({ 'X-Forwarded-For': '192.0.2.1' }), 'through a proxy on this machine').toBe(404)
  expect(await fetchStatus({ Host: 'courtside.example' }), 'the same, asked by its public name').toBe(404)
  await close()
})

test('a balancer is told when the site takes no visitors: jobs that do not run, a database that takes no writes or is away, the end', async ({
  db,
}) => {
  await aProgramme(db)
  const readiness = async (world = aWorld(db)) => {
    const answer = await (await aSite(world, routes))('/ready')
    return [answer.status, await answer.text()]
  }
  expect(await readiness()).toEqual([503, 'the jobs of the site do not run, or cannot write'])

  const world = aWorld(db)
  await beat(world)
  expect(await readiness(world)).toEqual([200, 'ready'])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 240_000 })
  expect(await readiness(world)).toEqual([503, 'the jobs of the site do not run, or cannot write'])
  vi.useRealTimers()
  const write = world.db
  world.db = {} as Db
  expect(await readiness(world)).toEqual([503, 'the database does not answer'])
  world.db = write
  beginEnding(world)
  expect(await readiness(world)).toEqual([503, 'the site is shutting down'])

  const follower = aWorld(db)
  await beat(follower)
  const read = await db
    .transaction(async (tx) => {
      await tx.execute(sql`set transaction read only`)
      follower.db = tx
      throw Object.assign(new Error('undone'), { read: await readiness(follower) })
    })
    .catch(({ read }) => read)
  expect(read).toEqual([503, 'the database takes no writes'])
})
