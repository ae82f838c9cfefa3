import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { sessions } from '../../web/app/events/events.tables.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { registrations } from '../../web/app/registrations/registrations.tables.ts'
import { anEvent, aSession } from '../../web/test/builders/builders.ts'
import { limits } from '../../web/test/builders/limits.ts'
import { expectAgreement } from './support/agreement.ts'
import { openTown, type Town, until } from './support/town.ts'

const parents = process.env.DRILL === 'whole' ? 200 : 60
const places = 10
const full = { success: false, code: 'cart-changed', problems: ['This session is full.'] }

let town: Town
afterEach(() => town.close())

async function crowd() {
  const event = await anEvent(town.db, { priceCents: 18_000 })
  const { id: sessionId } = await aSession(town.db, { eventId: event.id, places })
  return Promise.all(Array.from({ length: parents }, () => town.family({ sessionId })))
}

test(`${parents} parents at two servers want the last ${places} places: ${places} are registered, the others are told kindly`, async () => {
  town = await openTown({ sites: 2 })
  const families = await crowd()

  const ends = await Promise.all(families.map((family, index) => family.checkOut('later', index % 2)))

  expect(ends.filter(({ status }) => status === 200)).toHaveLength(places)
  const told = ends.filter(({ status }) => status === 409)
  expect(told).toHaveLength(parents - places)
  for (const { answer } of told) expect(answer).toMatchObject(full)
  expect(await town.db.$count(registrations)).toBe(places)
  await expectAgreement(town)
})

test(`${parents} parents hold the last ${places} places by card and never pay: no hold is left after its end`, async () => {
  town = await openTown({
    sites: 2,
    // Longer than the crowd takes on a slow machine: a hold that ended meanwhile would be another's.
    settings: limits({ settleEverySeconds: 1, holdMinutes: 0.25 }),
  })
  const families = await crowd()

  const ends = await Promise.all(families.map((family, index) => family.checkOut('card', index % 2)))
  expect(ends.filter(({ status }) => status === 200)).toHaveLength(places)

  await until(
    async () => (await town.db.$count(registrations, isNotNull(registrations.heldUntil))) === 0,
    25,
    'holds gone',
  )
  await expectAgreement(town)
})

test('a double click at one server and a second window at another: one charge', async () => {
  town = await openTown({ sites: 2, settings: limits({ gatewayTimeoutSeconds: 5 }) })
  await town.setFaults({ operation: 'sale', when: 'after', act: 'delay', milliseconds: 1500 })
  const family = await town.family()
  const { answer } = await family.checkOut('card')
  const key = crypto.randomUUID()
  const request = answer.transaction_request

  const clicks = [family.pay(request, key, 0), family.pay(request, key, 0), family.pay(request, key, 1)]
  // Whichever is first pays: the second window is not.
  await until(async () => (await town.db.$count(charges)) === 1, 10, 'a charge under way')
  const ends = await Promise.all([...clicks, family.pay(request, crypto.randomUUID(), 1)])

  const paid = ends.filter(({ status }) => status === 200)
  expect(paid).toHaveLength(3)
  expect(new Set(paid.map(({ answer }) => answer.transction_id)).size).toBe(1)
  expect(ends.find(({ status }) => status === 409)?.answer.code).toBe('being-paid')
  expect(await town.db.$count(charges)).toBe(1)
  expect(await expectAgreement(town)).toEqual({ accepted: 1, declined: 0 })
})

test('one of two servers is killed while families stand in line at both: all go on at the other, in the order in which they came', async () => {
  town = await openTown({ sites: 2, settings: limits({ checkoutsAtOnce: 1 }) })
  const { id: eventId } = await anEvent(town.db, { priceCents: 18_000 })
  const { id: sessionId } = await aSession(town.db, { eventId, places })
  const aFamily = () => town.family({ sessionId })
  const [killed, served, late] = [await aFamily(), await aFamily(), await aFamily()]
  const line = [await aFamily(), await aFamily(), await aFamily(), await aFamily()]
  const inLine = (ahead: number) => ({ status: 429, answer: { code: 'in-line', ahead } })

  const underWay = await town.db.transaction(async (tx) => {
    // Whoever holds the session holds up the checkout that each server works at.
    await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for('update')
    const unanswered = killed.checkOut('later', 0).catch(() => undefined)
    const answered = served.checkOut('later', 1)
    const isHeldUp = sql`datname = current_database() and wait_event_type = 'Lock'`
    await until(
      async () => (await town.db.$count(sql`pg_stat_activity`, isHeldUp)) === 2,
      10,
      'a checkout under way at each server',
    )
    for (const [ahead, family] of line.entries())
      expect(await family.checkOut('card', ahead % 2)).toMatchObject(inLine(ahead))
    await town.kill(0)
    expect(await late.checkOut('card', 1)).toMatchObject(inLine(line.length))
    return { unanswered, answered }
  })
  expect((await underWay.answered).status).toBe(200)
  expect(await underWay.unanswered).toBe(undefined)

  const waiting = [...line, late, killed]
  for (const [done, next] of waiting.entries()) {
    // Whoever came last asks first.
    for (const family of waiting.slice(done + 1).toReversed())
      expect(await family.checkOut('card', 1)).toMatchObject({ status: 429, answer: { code: 'in-line' } })
    const { status, answer } = await next.checkOut('card', 1)
    expect(status).toBe(200)
    expect((await next.pay(answer.transaction_request, undefined, 1)).status).toBe(200)
  }
  expect(await town.db.$count(registrations)).toBe(waiting.length + 1)
  expect(await expectAgreement(town)).toEqual({ accepted: waiting.length, declined: 0 })
})
