import { and, eq, inArray, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../../web/app/events/events.tables.ts'
import { isTaken } from '../../web/app/payments/gateway/gateway-answers.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { refunds, registrations } from '../../web/app/registrations/registrations.tables.ts'
import { wrongSums } from '../../web/test/builders/money/wrong-sums.ts'
import { readGatewayBooks, settleAt } from '../../web/test/gateway/gateway-books.ts'
import { solvedBotCheck } from '../../web/test/harness/bot-check.ts'
import { expectAgreement, subjectsTo } from './support/agreement.ts'
import { aPlaceToGiveUp, refundSeconds, settings } from './support/desk-refunds.ts'
import { areWaiting, hold } from './support/held-rows.ts'
import { type Family, openTown, type Town, until } from './support/town.ts'
import { aPayer, readNonce, type Way, ways } from './support/ways.ts'

let town: Town
beforeAll(async () => {
  town = await openTown({ settings })
})
afterAll(() => town.close())

/** A gift or a refund of one family: how it is asked for, and what our books and the gateway's say of it. */
type Deed = {
  family: Family
  /** Asked for again, it is done once all the same. */
  act: () => Promise<number | undefined>
  state: () => Promise<string | undefined>
  /** How often the gateway has done it. */
  timesMade: () => Promise<number>
  isDone: () => Promise<boolean>
  /** What the family is mailed. */
  mails: string[]
  /** Of the desk: how far all tables are with it, and what they are once it is done. */
  rows?: () => Promise<object>
  done?: object
}

async function aGift(way: Way): Promise<Deed> {
  const family = await town.family()
  const gift = {
    donation_type: 'MCT',
    first_name: 'Edith',
    last_name: 'Lobwell',
    email: family.email,
    mailing_address: '4 Baseline Road, Fairmeadow, CA 94000',
    transaction_amount: 100,
    payment_method_nonce: await readNonce(way, town.gatewayUrl),
    g_recaptcha_response: await solvedBotCheck(town.db),
  }
  const key = crypto.randomUUID()
  const rows = () => town.db.select().from(charges).where(eq(charges.accountId, family.accountId))
  const state = async () => (await rows())[0]?.state
  return {
    family,
    act: () => statusOf(family.call('/submit-donation', gift, key)),
    state,
    timesMade: async () => countMade(await rows(), ({ type, cents }) => type === 'sale' && cents === 10_000),
    isDone: async () => (await state()) === 'accepted',
    mails: ['Donation receipt'],
  }
}

/** Undefined where the site died before it answered. */
const statusOf = (call: Promise<{ status: number }>) =>
  call.then(
    ({ status }) => status,
    () => undefined,
  )

const aRefund =
  (isSettled: boolean) =>
  async (way: Way): Promise<Deed> => {
    const family = await aPayer(town, way)
    const { answer } = await family.checkOut('card')
    const paid = await family.pay(answer.transaction_request)
    const transactionId = String(paid.answer.transction_id)
    const [registrationId] = answer.transaction_request.registered_clinics
    const place = { r_id: registrationId, person_id: family.players[0]?.id, register_type: 'clinic' }
    return {
      ...(await goingBack({ family, transactionId, registrationId, cents: 18_000 }, isSettled)),
      act: () => statusOf(family.call('/refund-transaction', { transaction_id: transactionId, ...place })),
      mails: ['Payment receipt', 'Your refund is done'],
    }
  }

const aRefundAtDesk =
  (isAsked: boolean, isSettled: boolean) =>
  async (way: Way): Promise<Deed> => {
    const place = await aPlaceToGiveUp(town, way, isAsked)
    const { act, rows, done, mails } = place
    return { ...(await goingBack(place, isSettled)), act, rows, done, mails }
  }

type Paid = { family: Family; transactionId: string; registrationId: number; cents: number }

/** What this transaction has paid goes back: all of it, voided, or refunded once it has settled. */
async function goingBack(
  { family, transactionId, registrationId, cents: paidCents }: Paid,
  isSettled: boolean,
) {
  if (isSettled) await settleAt(town.gatewayUrl, transactionId)
  const rows = () => town.db.select().from(refunds).where(eq(refunds.registrationId, registrationId))
  const isVoided = async () =>
    (await readGatewayBooks(town.gatewayUrl)).some(
      (sale) => sale.id === transactionId && sale.status === 'voided',
    )
  return {
    family,
    state: async () => (await rows())[0]?.state,
    timesMade: async () =>
      isSettled
        ? countMade(await rows(), ({ type, cents }) => type === 'credit' && cents === paidCents)
        : Number(await isVoided()),
    isDone: async () => (await rows())[0]?.state === 'done' && (await placesOf(family)) === 0,
  }
}

type Booked = Awaited<ReturnType<typeof readGatewayBooks>>[number]

/** How often the gateway has taken or given this for one of these rows. */
async function countMade(rows: { id: string }[], isIt: (booked: Booked) => boolean): Promise<number> {
  const booked = await Promise.all(rows.map(({ id }) => readGatewayBooks(town.gatewayUrl, id)))
  return booked.flat().filter((entry) => isTaken(entry.status) && isIt(entry)).length
}

/** The places that are taken in the session of a family, which nobody else wants; as counted, and as its rows say. */
async function placesOf({ accountId, sessionId }: Family) {
  const [session] = await town.db.select().from(sessions).where(eq(sessions.id, sessionId))
  const isTheirs = and(eq(registrations.accountId, accountId), isNull(registrations.removedAt))
  expect(session?.taken, 'places as counted').toBe(await town.db.$count(registrations, isTheirs))
  return session?.taken
}

// PayPal settles at once: nothing of it can be voided.
const voidable = ways.filter((way) => way !== 'PayPal')
const voided = { operation: 'void', table: 'refunds', by: voidable, answered: 200 }
const refunded = { operation: 'refund', table: 'refunds', by: ways, answered: 200 }
const deeds = [
  { what: 'a gift is made', operation: 'sale', table: 'charges', by: ways, answered: 200, prepare: aGift },
  { what: 'a payment that has not settled goes back', ...voided, prepare: aRefund(false) },
  { what: 'a payment that has settled goes back', ...refunded, prepare: aRefund(true) },
  {
    what: 'the desk gives up a place that a check and an online payment paid, which has not settled',
    ...{ ...voided, prepare: aRefundAtDesk(false, false), answered: 302 },
  },
  {
    what: 'a second member approves that such a place is given up, whose online payment has settled',
    ...{ ...refunded, prepare: aRefundAtDesk(true, true), answered: 302 },
  },
]
const instants = [
  { at: 'asked for and not done by the gateway', when: 'before' },
  { at: 'done by the gateway and not answered', when: 'after' },
  { at: 'answered and not written down', when: 'after', isHeard: true },
  { at: 'written down', when: undefined },
]

test.for(deeds.flatMap((deed) => instants.map((instant) => ({ ...deed, ...instant }))))(
  'killed while $what, in every way to pay, $at: it is done once, though asked for again, and the family is told once',
  async ({ operation, table, by, prepare, answered, when, isHeard }) => {
    const all = await Promise.all(by.map(prepare))
    const each = <Result>(look: (deed: Deed) => Promise<Result>) => Promise.all(all.map(look))
    const areMade = async (times: number) =>
      (await each((deed) => deed.timesMade())).every((made) => made === times)
    if (when) await town.setFaults({ operation, when, act: 'hold' })

    const answers = all.map(({ act }) => act())
    if (when) await until(async () => (await town.hits())[0] === by.length, 10, 'every call at the gateway')
    else expect(await Promise.all(answers)).toEqual(all.map(() => answered))
    await until(() => areMade(when === 'before' ? 0 : 1), 3, 'what the gateway has done')
    const lock = isHeard
      ? await hold(town, `select 1 from ${table} where state = 'pending' for update`)
      : undefined
    if (lock) {
      await town.setFaults()
      await until(areWaiting(town, by.length), 10, 'every end waiting to be written')
    }
    expect(await town.kill()).toBe('SIGKILL')
    await lock?.release()
    const states = new Set(await each((deed) => deed.state()))
    expect(states.has('pending'), 'open at the kill').toBe(when !== undefined)
    expect(states.size, 'all alike').toBe(1)

    await town.setFaults()
    await Promise.all(answers)
    await town.restart()
    const areDone = async () => (await each((deed) => deed.isDone())).every(Boolean)
    await until(areDone, refundSeconds + 20, 'all of it done')
    const expectDoneOnce = async () => {
      expect(await areMade(1), 'done once at the gateway').toBe(true)
      expect(await each(({ family }) => subjectsTo(town, family))).toEqual(all.map(({ mails }) => mails))
      expect(await each(async ({ rows }) => rows?.())).toEqual(all.map(({ done }) => done))
      await expectAgreement(town)
      expect(await wrongSums(town.db), 'sums of the ledger').toEqual([])
    }
    await expectDoneOnce()
    expect(await each(({ act }) => act()), 'asked for again').toEqual(all.map(() => answered))
    await expectDoneOnce()
  },
)

test('killed while families register to pay later: before the commit nothing of it is there, after the answer all of it, and one mail', async () => {
  const families = await Promise.all(ways.map(() => town.family()))
  const registerAll = () =>
    families.map((family) =>
      family.checkOut('later').then(
        ({ status }) => status,
        () => undefined,
      ),
    )
  const lock = await hold(
    town,
    `select 1 from sessions where id in (${families.map(({ sessionId }) => sessionId)}) for update`,
  )
  const unheard = registerAll()
  await until(areWaiting(town, families.length), 10, 'every registration waiting for its session')
  await town.kill()
  await lock.release()
  await Promise.all(unheard)
  await town.restart()
  expect(await Promise.all(families.map(placesOf)), 'places before the commit').toEqual(families.map(() => 0))

  expect(await Promise.all(registerAll())).toEqual(families.map(() => 200))
  await town.kill()
  await town.restart()

  expect(await Promise.all(families.map(placesOf)), 'places after the answer').toEqual(families.map(() => 1))
  for (const family of families) expect(await subjectsTo(town, family)).toHaveLength(1)
})

test('killed while registrations wait at their last statement, which brings the commit: it is done though nobody hears of it, and whoever tries again is registered once', async () => {
  const families = await Promise.all(ways.map(() => town.family()))
  const keys = families.map(() => crypto.randomUUID())
  const registerAll = () =>
    families.map((family, at) => family.checkOut('later', 0, keys[at]).catch(() => undefined))
  const ids = families.map(({ sessionId }) => sessionId)
  const lock = await hold(town, `select 1 from sessions where id in (${ids}) for no key update`)
  const unheard = registerAll()
  const last = 'with "locked" as (select "id" from "sessions"%for no key update%'
  await until(areWaiting(town, families.length, last), 10, 'every registration waiting at its last statement')
  expect(await town.kill()).toBe('SIGKILL')
  expect(await Promise.all(families.map(placesOf)), 'places at the kill').toEqual(families.map(() => 0))
  await lock.release()
  expect(await Promise.all(unheard), 'heard').toEqual(families.map(() => undefined))
  const areTheirs = inArray(registrations.sessionId, ids)
  const areThere = async () => (await town.db.$count(registrations, areTheirs)) === families.length
  await until(areThere, 5, 'what was sent with the commit')

  await town.restart()
  const [first, second] = [await Promise.all(registerAll()), await Promise.all(registerAll())]

  expect(first.map((heard) => heard?.status)).toEqual(families.map(() => 200))
  expect(second).toEqual(first)
  expect(await Promise.all(families.map(placesOf)), 'places after all').toEqual(families.map(() => 1))
  for (const family of families) expect(await subjectsTo(town, family)).toHaveLength(1)
})
