import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isTaken } from '../../web/app/payments/gateway/gateway-answers.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { limits } from '../../web/test/builders/limits.ts'
import { readGatewayBooks } from '../../web/test/gateway/gateway-books.ts'
import { expectAgreement, settled, subjectsTo } from './support/agreement.ts'
import { openTown, type Town, until } from './support/town.ts'
import { allWays, aPayer, ways } from './support/ways.ts'

const settings = {
  ...limits({ gatewayTimeoutSeconds: 2, settleEverySeconds: 1 }),
  GATEWAY_MARGIN_SECONDS: '1',
  LOG_LEVEL: 'silent',
}
const [paid, notKnown, declined] = [200, 202, 402]

/** What becomes of a sale, what the family is told at once, and whether its money is taken in the end. */
const faults = [
  { what: 'is slow', when: 'before', act: 'delay', milliseconds: 1200, told: paid, isTaken: true },
  {
    what: 'charges and answers too late',
    when: 'after',
    act: 'delay',
    milliseconds: 4000,
    told: notKnown,
    isTaken: true,
  },
  { what: 'charges and never answers', when: 'after', act: 'hang', told: notKnown, isTaken: true },
  { what: 'charges and hangs up', when: 'after', act: 'drop', told: notKnown, isTaken: true },
  {
    what: 'charges and answers 500',
    when: 'after',
    act: 'answer',
    status: 500,
    told: notKnown,
    isTaken: true,
  },
  {
    what: 'answers 500 and charges nothing',
    when: 'before',
    act: 'answer',
    status: 500,
    told: notKnown,
    isTaken: false,
  },
  {
    what: 'answers 503 and charges nothing',
    when: 'before',
    act: 'answer',
    status: 503,
    told: notKnown,
    isTaken: false,
  },
  { what: 'hangs up before it charges', when: 'before', act: 'drop', told: notKnown, isTaken: false },
]
/** Each once: they are told on the screen, or by a mail where that could not be known yet. */
const mailsOf = ({ told, isTaken }: { told: number; isTaken: boolean }) =>
  isTaken ? ['Payment receipt'] : told === notKnown ? ['Your payment did not go through'] : []

let town: Town
beforeAll(async () => {
  town = await openTown({ settings })
})
afterAll(() => town.close())

test.for(faults)(
  'the gateway $what, whatever a family pays with: it is told the truth, charged once or not at all, and the site is well by itself',
  async ({ what: _, told, isTaken, ...fault }) => {
    const payers = await allWays(town)
    await town.setFaults({ operation: 'sale', ...fault })

    const ends = await Promise.all(payers.map(({ family, request }) => family.pay(request)))

    expect(await town.hits(), 'sales that the fault struck').toEqual([ways.length])
    await town.setFaults()
    expect(ends.map(({ status }) => status)).toEqual(ways.map(() => told))
    await expectEnd(payers, { told, isTaken })
  },
)

test('nobody listens at the gateway’s port, whatever a family pays with: nothing is charged, and it can pay once the gateway is back', async () => {
  const payers = await allWays(town)
  await town.closeGateway()
  await expect(fetch(town.gatewayUrl), 'the port is closed').rejects.toThrow()

  const ends = await Promise.all(payers.map(({ family, request }) => family.pay(request)))

  await town.openGateway()
  expect(ends.map(({ status }) => status)).toEqual(ways.map(() => declined))
  await expectEnd(payers, { told: declined, isTaken: false })
})

async function expectEnd(
  payers: Awaited<ReturnType<typeof allWays>>,
  end: { told: number; isTaken: boolean },
) {
  await until(() => settled(town), 20, 'every charge ended and every hold gone')
  await expectAgreement(town)
  for (const { way, family } of payers) {
    const [charge] = await town.db.select().from(charges).where(eq(charges.accountId, family.accountId))
    expect(charge?.state, way).toBe(end.isTaken ? 'accepted' : 'declined')
    const sales = await readGatewayBooks(town.gatewayUrl, charge?.id)
    expect(
      sales.map(({ status }) => isTaken(status)),
      way,
    ).toEqual(end.isTaken ? [true] : [])
    expect(await subjectsTo(town, family), way).toEqual(mailsOf(end))
  }
  for (const way of ways) {
    const family = await aPayer(town, way)
    const { answer } = await family.checkOut('card')
    expect((await family.pay(answer.transaction_request)).status, `${way} afterwards`).toBe(paid)
  }
}
