import { eq, isNotNull } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { mails } from '../../web/app/mail/mail.tables.ts'
import { meetings } from '../../web/app/meetings/meetings.tables.ts'
import { meetingSpan } from '../../web/app/meetings/spans.db.server.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { registrations } from '../../web/app/registrations/registrations.tables.ts'
import { aMeeting, anEvent, aSession } from '../../web/test/builders/builders.ts'
import { limits } from '../../web/test/builders/limits.ts'
import { readGatewayBooks, settleAt } from '../../web/test/gateway/gateway-books.ts'
import { aMailServer } from '../../web/test/harness/mail-server.ts'
import { allSent, expectAgreement, settled, subjectsTo } from './support/agreement.ts'
import { openTownWithClock } from './support/clock.ts'
import { type Family, type Town, until } from './support/town.ts'
import { allWays, ways } from './support/ways.ts'

const hour = 3600
/** Open charges are looked up one after the other: each takes the better part of a second where the machine is crowded. */
const patience = 60
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function aTownWithClock(ahead?: number) {
  const mailServer = await aMailServer()
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    // Longer than any wait below, so that a call that is held ends when its fault does.
    ...limits({ gatewayTimeoutSeconds: 90, settleEverySeconds: 1 }),
    GATEWAY_MARGIN_SECONDS: '5',
    LOG_LEVEL: 'silent',
  }
  const { town, move, close } = await openTownWithClock(settings, ahead)
  cleanUps.push(mailServer.stop, close)
  return { town, move, mailServer }
}

type Payers = Awaited<ReturnType<typeof allWays>>
const payAll = async (payers: Payers) =>
  (await Promise.all(payers.map(({ family, request }) => family.pay(request)))).map(({ status }) => status)
const all = (status: number) => ways.map(() => status)
const chargeOf = async ({ db }: Town, { accountId }: Family) =>
  (await db.select().from(charges).where(eq(charges.accountId, accountId)))[0]
const isSold = (town: Town, count: number) => async () =>
  (await readGatewayBooks(town.gatewayUrl)).length === count

test('the clock jumps an hour ahead and back under checkouts of every way to pay: nobody is charged for a place that is gone, nobody twice, and every mail arrives once', async () => {
  const { town, move, mailServer } = await aTownWithClock()
  const [held, sold, late] = [await allWays(town), await allWays(town), await allWays(town)]
  await town.setFaults(
    { operation: 'sale', when: 'after', act: 'hold', times: ways.length },
    { operation: 'sale', when: 'before', act: 'hold', skip: ways.length },
  )
  const paying = payAll(sold)
  await until(isSold(town, ways.length), 10, 'every sale made and not answered')
  const payingLate = payAll(late)
  await until(async () => (await town.hits())[1] === ways.length, 10, 'every other sale on its way')

  await move(hour)

  expect(await payAll(held), 'whose holds are over').toEqual(all(409))
  const givenUp = async () =>
    (await Promise.all(late.map(({ family }) => chargeOf(town, family)))).every(
      (charge) => charge?.endedHow === 'never seen',
    )
  await until(givenUp, patience, 'the sales that did not reach the gateway within the hour given up')
  await town.setFaults()
  expect(await paying, 'who was being charged').toEqual(all(200))
  expect(await payingLate, 'whose sale came too late').toEqual(all(402))
  const ahead = await allWays(town)
  expect(await payAll(ahead)).toEqual(all(200))
  const kept = await town.family()
  await kept.checkOut('card')

  await move(0)

  const again = await Promise.all(
    held.map(async ({ way, family }) => {
      const { answer } = await family.checkOut('card')
      return { way, family, request: answer.transaction_request }
    }),
  )
  expect(await payAll(again), 'who comes again').toEqual(all(200))
  expect(await town.db.$count(registrations, isNotNull(registrations.heldUntil)), 'held from the hour').toBe(
    1,
  )
  // What cannot be voided settles at the gateway first.
  for (const { family } of late) {
    const { endedHow, lateTransactionId } = (await chargeOf(town, family)) ?? {}
    if (endedHow !== 'undone') await settleAt(town.gatewayUrl, lateTransactionId)
  }
  // The hour comes round, and the end of what it had begun.
  await move(2 * hour)
  await until(() => settled(town), patience, 'every charge ended and every hold gone')
  for (const { way, family } of late) {
    await until(
      async () => (await chargeOf(town, family))?.endedHow === 'undone',
      patience,
      `given back: ${way}`,
    )
    const told = await subjectsTo(town, family)
    expect([told[0], told.at(-1)], way).toEqual([
      'Your payment did not go through',
      'A payment that came too late was given back',
    ])
    const charge = await chargeOf(town, family)
    const [sale, credit] = await readGatewayBooks(town.gatewayUrl, charge?.id)
    expect(sale?.status === 'voided' || credit?.cents === sale?.cents, `money of ${way}`).toBe(true)
  }
  await expectAgreement(town)
  await until(() => allSent(town), patience, 'every mail sent')
  expect(mailServer.taken).toHaveLength(await town.db.$count(mails))
})

/** Los Angeles leaves an hour out in March, at 2:00, and has one twice in November, before 2:00. */
const days = [
  {
    what: 'an hour shorter',
    day: '2027-03-14',
    change: '2027-03-14T10:00:00Z',
    opens: 'March 14, 3:30 am',
    starts: '2027-03-14T11:00:00Z',
  },
  {
    what: 'an hour longer',
    day: '2027-11-07',
    change: '2027-11-07T09:00:00Z',
    opens: 'November 7, 1:30 am',
    starts: '2027-11-07T12:00:00Z',
  },
]

test.for(days)(
  'on the day that is $what holds last a quarter of an hour, registration opens at its moment, and meetings keep their hour',
  async ({ day, change, opens, starts }) => {
    const changes = (Date.parse(change) - Date.now()) / 1000
    const minutes = (count: number) => changes + count * 60
    const { town, move } = await aTownWithClock(minutes(-1))
    const event = await anEvent(town.db, { kind: 'clinic' })
    const facts = { eventId: event.id, startsOn: '2028-01-10' }
    const open = await aSession(town.db, facts)
    const opensAt = new Date(Date.parse(change) + 30 * 60_000)
    const shut = await aSession(town.db, { ...facts, opensAt })
    const meeting = await aMeeting(town.db, { sessionId: open.id, day, starts: '04:00', ends: '05:00' })
    const pays = await town.family({ sessionId: open.id })
    const leaves = await town.family({ sessionId: open.id })
    const early = await town.family({ sessionId: shut.id })
    const { answer } = await pays.checkOut('card')
    await leaves.checkOut('card')

    await move(minutes(10))
    expect((await pays.pay(answer.transaction_request)).status, 'eleven minutes later').toBe(200)
    const isHeld = isNotNull(registrations.heldUntil)
    expect(await town.db.$count(registrations, isHeld), 'held for eleven minutes').toBe(1)
    await move(minutes(15))
    await until(() => settled(town), patience, 'what was held for sixteen minutes given back')

    await move(minutes(29))
    expect((await early.checkOut('later')).answer.problems).toEqual([`Registration opens ${opens}.`])
    await move(minutes(31))
    expect((await early.checkOut('later')).status).toBe(200)

    const [span] = await town.db.select(meetingSpan).from(meetings).where(eq(meetings.id, meeting.id))
    expect(span?.startsAt).toEqual(new Date(starts))
    await expectAgreement(town)
  },
)
