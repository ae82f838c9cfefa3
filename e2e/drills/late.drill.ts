import { and, desc, eq, gt, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { registrations } from '../../web/app/registrations/registrations.tables.ts'
import { limits } from '../../web/test/builders/limits.ts'
import { readGatewayBooks, settleAt } from '../../web/test/gateway/gateway-books.ts'
import { expectAgreement, settled, subjectsTo as subjectsOf } from './support/agreement.ts'
import { type Family, openTown, type Town, until } from './support/town.ts'

const isWhole = process.env.DRILL === 'whole'
/** Whole: the time-outs as they are by default, and an acceptance 170 seconds late. */
const settings = {
  GATEWAY_MARGIN_SECONDS: isWhole ? '15' : '1',
  ...limits({ gatewayTimeoutSeconds: isWhole ? 60 : 2, settleEverySeconds: 1 }),
  LOG_LEVEL: 'error',
}
const overSeconds = isWhole ? 75 : 3
const notYet = 'The bank has not answered yet. Please do not pay again: we mail you as soon as it has.'

let town: Town
beforeAll(async () => {
  town = await openTown({ sites: 2, settings })
})
afterAll(() => town.close())

const chargeOf = async ({ accountId }: Family) => {
  const isTheirs = eq(charges.accountId, accountId)
  return (await town.db.select().from(charges).where(isTheirs).orderBy(desc(charges.createdAt)))[0]
}
const statusesOf = async (orderId: string) =>
  (await readGatewayBooks(town.gatewayUrl, orderId)).map(({ status }) => status)
const subjectsTo = (family: Family) => subjectsOf(town, family)

/** A statement that takes longer has failed (`platform/database/database.server.ts`). */
const longestStatementSeconds = 20

test('a sale that the gateway accepts long after it was given up is voided, and the family is told both times', async () => {
  const family = await town.family()
  const { answer } = await family.checkOut('card')
  await town.setFaults({
    operation: 'sale',
    when: 'before',
    act: 'delay',
    milliseconds: isWhole ? 170_000 : 5000,
  })

  const paid = await family.pay(answer.transaction_request)

  expect(paid).toMatchObject({ status: 202, answer: { message: notYet } })
  await town.setFaults()
  const givenUp = await until(
    async () => {
      const charge = await chargeOf(family)
      return charge?.endedHow === 'never seen' && charge
    },
    2 * overSeconds + 10,
    'the charge given up',
  )
  expect(await statusesOf(givenUp.id), 'at the gateway when it was given up').toEqual([])
  await until(
    async () => (await statusesOf(givenUp.id))[0] === 'submitted_for_settlement',
    isWhole ? 180 : 15,
    'the late acceptance',
  )
  expect(await subjectsTo(family)).toEqual(['Your payment did not go through'])

  // The hour passes.
  await town.db.update(charges).set({ askAgainAt: sql`now()` }).where(eq(charges.id, givenUp.id))
  await until(async () => (await chargeOf(family))?.endedHow === 'undone', 10, 'the late sale undone')
  expect(await statusesOf(givenUp.id)).toEqual(['voided'])
  expect(await subjectsTo(family)).toEqual([
    'Your payment did not go through',
    'A payment that came too late was given back',
  ])
  await expectAgreement(town)
})

/** A site that has claimed a payment, asks whether the claim is fresh, and is stopped before it hears the answer. */
async function standstill() {
  const family = await town.family()
  const { answer } = await family.checkOut('card')
  const [registrationId] = answer.transaction_request.registered_clinics
  const [first, second] = [await connect(), await connect()]
  await first.query('begin')
  await first.query('select 1 from registrations where id = $1 for update', [registrationId])
  const paying = family.pay(answer.transaction_request)
  await until(
    isWaiting('with "locked" as (select "registrations"."id" from "registrations"%'),
    5,
    'the claim waiting for its registration',
  )
  await second.query('begin')
  const locked = second.query('lock table charges in access exclusive mode')
  await until(isWaiting('lock table charges%'), 5, 'the lock waiting for the claim')
  await first.query('rollback')
  await locked
  const claimed = await second.query('select id, state from charges where account_id = $1', [
    family.accountId,
  ])
  expect(claimed.rows, 'at the standstill').toMatchObject([{ state: 'pending' }])
  await until(isWaiting('select count(*)%"charges"%'), 5, 'the question whether the claim is fresh')
  town.freeze()
  return {
    family,
    paying,
    id: claimed.rows[0].id as string,
    afterSeconds: (seconds: number) => second.query('select pg_sleep($1)', [seconds]),
    /** However long it took to come here. */
    makeFresh: () =>
      second.query("update charges set created_at = clock_timestamp() where state = 'pending'"),
    async unlock() {
      await second.query('commit')
      await Promise.all([first.end(), second.end()])
    },
  }
}

test('a payment that the bank declines at settlement is noticed by the sites that run: unpaid again, and told once', async () => {
  const family = await town.family()
  const { answer } = await family.checkOut('card')
  expect((await family.pay(answer.transaction_request)).status).toBe(200)
  const { id, transactionId } = (await chargeOf(family)) ?? {}
  await settleAt(town.gatewayUrl, transactionId, 'settlement_decline')

  // The day passes.
  await town.db
    .update(charges)
    .set({ askSettlementAt: sql`now()` })
    .where(eq(charges.id, id ?? ''))
  await until(async () => (await chargeOf(family))?.endedHow === 'not settled', 10, 'the money given up')

  expect(await subjectsTo(family)).toEqual(['Payment receipt', 'Your payment did not go through after all'])
  const isUnpaid = and(eq(registrations.accountId, family.accountId), gt(registrations.dueCents, 0))
  expect(await town.db.$count(registrations, isUnpaid), 'places that stay, unpaid').toBe(1)
})

test('a site that stands still after its claim sells nothing when it goes on', async () => {
  const { family, paying, id, afterSeconds, unlock } = await standstill()

  await afterSeconds(Number(settings.GATEWAY_MARGIN_SECONDS) + 0.5)
  await unlock()
  town.thaw()

  expect((await paying).status).toBe(402)
  expect(await chargeOf(family)).toMatchObject({
    state: 'declined',
    declineReason: 'it was not sent in time',
  })
  expect(await statusesOf(id)).toEqual([])
  await until(() => settled(town), 20, 'everything settled')
  await expectAgreement(town)
})

test('a site that stands still just before its call sells nothing that stays: what was given up meanwhile is voided at once, and the family is told', async () => {
  const { family, paying, id, makeFresh, unlock } = await standstill()
  await makeFresh()
  // "Fresh" is answered now; the site hears it when it goes on, unless it has waited for longer than it does for any answer.
  await unlock()
  const givenUp = await until(
    async () => {
      const charge = await chargeOf(family)
      return charge?.endedHow === 'never seen' && charge
    },
    2 * overSeconds + 10,
    'the charge given up by the other site',
  )
  expect(givenUp.id).toBe(id)
  expect(await statusesOf(id), 'at the gateway when it was given up').toEqual([])

  town.thaw()

  const hears = overSeconds < longestStatementSeconds
  expect((await paying).status).toBe(hears ? 402 : 202)
  expect(await chargeOf(family)).toMatchObject({
    state: 'declined',
    endedHow: hears ? 'undone' : 'never seen',
  })
  expect(await statusesOf(id)).toEqual(hears ? ['voided'] : [])
  expect(await subjectsTo(family)).toEqual([
    'Your payment did not go through',
    ...(hears ? ['A payment that came too late was given back'] : []),
  ])
  await expectAgreement(town)
})

test('the statement that writes the end is ended by the database: the family is asked to wait, and registered once', async () => {
  const family = await town.family()
  const { answer } = await family.checkOut('card')
  await town.setFaults({ operation: 'sale', when: 'after', act: 'hold' })
  const paying = family.pay(answer.transaction_request)
  const { id } = await until(() => chargeOf(family), 5, 'a charge')
  await until(async () => (await statusesOf(id)).length > 0, 5, 'the sale at the gateway')
  const holder = await connect()
  await holder.query('begin')
  await holder.query('select 1 from charges where id = $1 for update', [id])
  await town.setFaults()
  await until(isWaiting('update "charges"%'), 5, 'the end waiting to be written')
  await holder.query(
    `select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'update "charges"%'`,
  )

  expect(await paying).toMatchObject({ status: 202, answer: { message: notYet } })

  expect(await chargeOf(family), 'while the row is locked').toMatchObject({ state: 'pending' })
  await holder.query('rollback')
  await holder.end()
  await until(() => settled(town), 2 * overSeconds + 10, 'everything settled')
  expect(await chargeOf(family)).toMatchObject({ state: 'accepted' })
  expect(await statusesOf(id)).toEqual(['submitted_for_settlement'])
  expect(await subjectsTo(family)).toEqual(['Payment receipt'])
  await expectAgreement(town)
})

test('searches that are answered with nothing and with a page hold up nothing for good', async () => {
  const family = await town.family()
  const { answer } = await family.checkOut('card')
  const garble = (content: string) => ({
    operation: 'search',
    when: 'after',
    act: 'garble',
    content,
    times: 1,
  })
  await town.setFaults(
    { operation: 'sale', when: 'after', act: 'drop', times: 1 },
    garble('empty'),
    ...(isWhole ? [garble('html')] : []),
  )

  expect(await family.pay(answer.transaction_request)).toMatchObject({
    status: 202,
    answer: { message: notYet },
  })
  const struck = async () => (await town.hits()).every((hits) => hits > 0)
  await until(struck, 3 * overSeconds + 20, 'every fault struck')

  await until(() => settled(town), 3 * overSeconds + 20, 'everything settled')
  expect(await chargeOf(family)).toMatchObject({ state: 'accepted' })
  expect(await subjectsTo(family)).toEqual(['Payment receipt'])
  await expectAgreement(town)
})

async function connect() {
  const client = new pg.Client({ connectionString: town.databaseUrl })
  // Without a listener a test that fails with it open would end the run.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const isWaiting = (query: string) => async () => {
  const waits = sql`datname = current_database() and wait_event_type = 'Lock' and query like ${query}`
  return (await town.db.$count(sql`pg_stat_activity`, waits)) > 0
}
