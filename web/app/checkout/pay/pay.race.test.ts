import { gt, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect } from 'vitest'
import { countCardForm, countDeclines } from '#payments/gateway/declines.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { tries } from '#platform/http/tries.tables.ts'
import { anAccount } from '../../../test/builders/builders.ts'
import { limits } from '../../../test/builders/limits.ts'
import { heldPlaces } from '../../../test/builders/money/held-places.ts'
import { paidPlaces } from '../../../test/builders/money/paid-places.ts'
import { tried } from '../../../test/builders/tried.ts'
import { readGatewayBooks } from '../../../test/gateway/gateway-books.ts'
import { apiClient } from '../../../test/harness/api-client.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld, type Gateway } from '../../../test/harness/world.ts'
import { pay } from './pay.server.ts'
import { reconcileOpenCharges } from './reconcile.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

test('when the end cannot be written after the card was charged, the answer is "not known yet", the same key charges nothing more, and the charge is found', async ({
  freshDatabase: { db, url },
}) => {
  const { GATEWAY_URL } = gateway.settings
  const before = (await readGatewayBooks(GATEWAY_URL)).map(({ id }) => id)
  const { world, visitor, payment } = await heldPlaces(db, gateway.settings)
  const call = await apiClient(world, { id: visitor.accountId })
  const pays = (payment_method_nonce: string) =>
    call(
      '/post-transaction',
      {
        user_id: visitor.accountId,
        total_amount: 180,
        registered_clinics: payment.registrationIds,
        payment_method_nonce,
      },
      { headers: { 'Idempotency-Key': payment.idempotencyKey } },
    )
  await gateway.setFaults({ operation: 'sale', when: 'after', act: 'delay', milliseconds: 1000, times: 1 })
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()

  const paying = pays('fake-valid-nonce')
  await expect.poll(() => db.$count(charges), { timeout: 5000 }).toBe(1)
  await holder.query('begin')
  await holder.query('select 1 from charges for update')
  const isWriting = sql`datname = current_database() and wait_event_type = 'Lock' and query like 'update "charges"%'`
  await expect.poll(() => db.$count(sql`pg_stat_activity`, isWriting), { timeout: 5000 }).toBe(1)
  await db.execute(sql`select pg_cancel_backend(pid) from pg_stat_activity where ${isWriting}`)
  const answered = await paying
  await holder.query('rollback')
  await holder.end()

  expect(answered).toMatchObject({
    status: 202,
    answer: {
      code: 'unknown',
      message: 'The bank has not answered yet. Please do not pay again: we mail you as soon as it has.',
    },
  })
  await db.update(charges).set({ leasedUntil: null })
  await reconcileOpenCharges(world)
  expect(await pays('fake-valid-mastercard-nonce')).toMatchObject({ status: 200, answer: { success: true } })
  const [charge] = await db.select().from(charges)
  expect((await readGatewayBooks(GATEWAY_URL)).filter(({ id }) => !before.includes(id))).toMatchObject([
    { orderId: charge?.id, cents: 18_000, status: 'submitted_for_settlement' },
  ])
  expect(await paidPlaces(db)).toMatchObject([{ way: 'card', chargeId: charge?.id }])
})

test('of ten cards that guests of one network try at once, those that are refused count for nobody', async ({
  freshDatabase: { db },
}) => {
  const world = aWorld(db, limits({ declinesPerNetwork: 2 }))
  let letThrough = 0
  const fails = async () => {
    letThrough += 1
    throw new Error('the bot check failed')
  }
  const guest = (at: number) => ({ address: '192.0.2.7', accountId: null, email: `${at}@example.test` })
  const crowd = Array.from({ length: 10 }, (_, at) => countDeclines(world, guest(at), fails))

  await Promise.allSettled(crowd)

  expect(letThrough).toBeGreaterThan(0)
  expect(await db.select().from(tries).where(gt(tries.count, 0))).toEqual([])
})

test('that a card was taken is written, with its receipt and mail, in eleven statements', async ({
  freshDatabase: { db },
  overheard,
}) => {
  const { visitor, payment } = await heldPlaces(db, gateway.settings, { children: 3 })
  const world = aWorld(overheard.db, gateway.settings)

  await pay(world, visitor, payment)

  const texts = overheard.asked.map(({ text }) => text)
  const called = texts.findIndex((text) => text.includes('clock_timestamp()'))
  expect(texts.slice(called + 1).length).toBeLessThanOrEqual(11)
})

test('a card form is one statement, and the first of an account two', async ({
  freshDatabase: { db },
  overheard,
}) => {
  const world = aWorld(overheard.db)
  const [{ id: first }, { id: again }] = [await anAccount(db), await anAccount(db)]
  await tried(db, `card-form:${again}`, { tries: 1, minutes: 60 })
  const open = async (id: string) => [
    await countCardForm(world, id, '192.0.2.7'),
    overheard.asked.splice(0).length,
  ]

  expect(await open(first)).toEqual([true, 2])
  expect(await open(again)).toEqual([false, 1])
})
