import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { deleteAccount } from '#account/delete-account.server.ts'
import { chargePurpose, pay } from '#checkout/pay/pay.server.ts'
import { donations } from '#donations/donations.tables.ts'
import { chargeReceipt } from '#invoices/receipts.server.ts'
import { readCredit } from '#ledger/credit.db.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { payOut } from '#offline-payments/desk-money.server.ts'
import { checkSettlements } from '#operations/doctor/check-stored.server.ts'
import { askForSettlements } from '#payments/gateway/settlement.server.ts'
import { finish } from '#payments/gateway/take.server.ts'
import { charges } from '#payments/payments.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn, toYear } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { giveBackAtDesk } from '#refunds/give-back-at-desk.server.ts'
import { reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { goneEntries } from '#registration-history/gone.db.server.ts'
import { goneRow } from '#registration-history/gone.ts'
import routes from '../../app/routes.ts'
import { password, timeZone } from '../builders/builders.ts'
import { aLeavingFamily, isDue, mailSubjects, onlyRefund } from '../builders/leaving-family.ts'
import { aDonor } from '../builders/money/donor.ts'
import { paidPlaces } from '../builders/money/paid-places.ts'
import { signedInToken } from '../harness/api-client.ts'
import { test } from '../harness/database.ts'
import { aLog } from '../harness/log.ts'
import { aSite } from '../harness/site.ts'
import type { Gateway } from '../harness/world.ts'
import { readGatewayBooks, settleAt } from './gateway-books.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})
beforeEach(async () => {
  await gateway.setFaults()
})

const thisYear = toYear(todayIn(timeZone))
const asks = (world: World) => askForSettlements(world, chargePurpose(world))
const aDayPasses = (db: Db) =>
  db.update(charges).set({ askSettlementAt: sql`ask_settlement_at - interval '1 day'` })
const actor = 'command:treasurer' as const
const madeCredit = (world: World, { accountId }: { accountId: string }, [id]: number[]) =>
  giveBackAtDesk(world, {
    ...{ registrationId: orNotFound(id), accountId, actor, reason: 'left early' },
    ...{ backCents: 18_000, as: 'credit', givesUp: true },
  })
const secondsUntilAsked = async (db: Db) => {
  const seconds = sql<number | null>`extract(epoch from ask_settlement_at - now())::int`
  return (await db.select({ seconds }).from(charges).orderBy(charges.createdAt)).map((row) => row.seconds)
}

/** A family with two places that were paid by one charge a day ago. */
async function aDayAfter(db: Db, move: Parameters<typeof settleAt>[2]) {
  const family = await aLeavingFamily(db, gateway, { children: 2 })
  await family.settle(move)
  await aDayPasses(db)
  return family
}

test('payments are asked about day by day until they have settled, many with one call', async ({ db }) => {
  const { world, settle } = await aLeavingFamily(db, gateway)
  const other = await aLeavingFamily(db, gateway)
  const { log, lines } = aLog()
  await settle('settlement_pending')
  expect(await secondsUntilAsked(db)).toEqual([86_400, 86_400])

  await asks({ ...world, log })
  expect(lines).toEqual([])
  await aDayPasses(db)
  await asks({ ...world, log })
  expect(lines).toMatchObject([{ level: 30, asked: 2, answered: 2 }])
  expect(await secondsUntilAsked(db)).toEqual([86_400, 86_400])

  await settle()
  await other.settle()
  await aDayPasses(db)
  await asks(world)
  expect(await secondsUntilAsked(db)).toEqual([null, null])
  expect(await db.$count(charges, eq(charges.state, 'accepted'))).toBe(2)
  expect(await mailSubjects(db)).toEqual([])
})

test('a gateway that does not answer is asked again within the hour, and nothing is unpaid', async ({
  db,
}) => {
  const { world } = await aDayAfter(db, 'settlement_decline')
  await gateway.setFaults({ operation: 'search', when: 'before', act: 'answer', status: 503, times: 1 })

  await expect(asks(world)).rejects.toThrow()

  expect(await secondsUntilAsked(db)).toEqual([3600])
  expect(await paidPlaces(db)).toHaveLength(2)
})

test('what the bank declines at settlement is unpaid again: the family keeps its places, and it and the programme are told, once', async ({
  db,
}) => {
  const { world, visitor, charge, registrationIds, takenNow, books } = await aDayAfter(
    db,
    'settlement_decline',
  )

  const { log, lines } = aLog()

  await asks({ ...world, log })
  await asks({ ...world, log })

  expect(lines.filter(({ level }) => level === 50)).toMatchObject([
    { msg: 'a sale did not settle', charge: charge?.id, reason: 'Settlement Declined' },
  ])
  expect(await checkSettlements(world)).toMatchObject({
    state: 'note',
    message: expect.stringMatching(/^1 payments of which the money does not come, in the last 30 days/),
  })
  expect(await paidPlaces(db)).toEqual([])
  expect(await takenNow()).toBe(2)
  expect(await mailSubjects(db)).toEqual([
    `${visitor.email}: Your payment did not go through after all`,
    'help@courtside.example: A payment did not settle',
  ])
  const [toFamily, toProgramme] = await db.select().from(mails).orderBy(mails.id)
  expect(toFamily?.text).toContain('$360.00 was paid by card, Visa ending in 1881.')
  expect(toFamily?.text).toContain('nothing was taken from you')
  expect(toFamily?.text).toContain('Total due · $360.00')
  expect(toFamily?.text).toContain(
    'Pay by card at the site, by Venmo transfer to @courtside-youth-tennis, or mail or bring a check or cash to 18 Orchard Way, Fairmeadow, CA 94000.',
  )
  expect(toProgramme?.text).toContain(
    `The gateway says: Settlement Declined. Transaction ${charge?.transactionId}.`,
  )
  expect(await books()).toMatchObject([{ status: 'settlement_declined' }])

  const receipt = await chargeReceipt(db, visitor, charge?.transactionId ?? '')
  expect(receipt).toMatchObject({
    title: 'Payment receipt, withdrawn',
    table: { total: ['Total paid', '$0.00'] },
  })
  const site = await aSite(world, routes)
  const cookie = `sign-in=${await signedInToken(world, visitor.accountId)}`
  const textOf = async (path: string) =>
    (await (await site(path, { headers: { cookie } })).text()).replaceAll('<!-- -->', '')
  const success = await textOf(`/pages/order/success/${charge?.orderId}`)
  expect(success).toContain('Your payment did not go through after all.')
  expect(success).toMatch(/<dt>To pay.*<dd>\$360\.00<\/dd>/)
  const history = await textOf(`/pages/registration-history?year=${thisYear}`)
  expect(history).toContain(`Unpaid sessions for ${thisYear}`)
  expect(history).not.toContain('Receipt')

  // An answer of the sale itself that comes only now changes nothing.
  const accepted = { state: 'accepted', means: 'card', meansLabel: null } as const
  const late = { ...accepted, transactionId: charge?.transactionId ?? '' }
  await finish(world, orNotFound(charge), late, chargePurpose(world))
  const [row] = await db.select().from(charges)
  expect(row).toMatchObject({ endedHow: 'not settled', lateTransactionId: null })

  const payment = { nonce: 'fake-valid-nonce', amountCents: 36_000, registrationIds }
  const again = await pay(world, visitor, { ...payment, idempotencyKey: crypto.randomUUID() })
  expect(again).toMatchObject({ state: 'accepted', amountCents: 36_000 })
  expect(await readGatewayBooks(gateway.settings.GATEWAY_URL, again.id)).toMatchObject([{ cents: 36_000 }])
  const paidAgain = await textOf(`/pages/order/success/${charge?.orderId}`)
  expect(paidAgain).toContain('Nothing is due: all of it is paid. The receipts are in your registrations.')
  expect(paidAgain).not.toMatch(/To pay|Print Invoice/)
})

test('for a place that was given up before, nothing is due, and the refund that waited for the money is dropped', async ({
  db,
}) => {
  const { world, visitor, leave, settle, books } = await aLeavingFamily(db, gateway, { children: 2 })
  await leave(0)
  await settle('settlement_decline')
  await db.delete(mails)
  await isDue(db)

  // Whoever asks first believes it.
  await reconcileOpenRefunds(world)
  await aDayPasses(db)
  await asks(world)

  expect(await onlyRefund(db)).toMatchObject({ state: 'failed', reason: 'Settlement Declined' })
  expect(await mailSubjects(db)).toEqual([
    `${visitor.email}: Your payment did not go through after all`,
    'help@courtside.example: A payment did not settle',
  ])
  const [toFamily] = await db.select().from(mails).orderBy(mails.id)
  expect(toFamily?.text).toContain('was given up: nothing is due for it, and nothing comes back to you.')
  expect(toFamily?.text).toContain('Total due · $180.00')
  const [gone] = await goneEntries(db, visitor.accountId, thisYear)
  expect(gone && goneRow(gone, timeZone)).toMatchObject({ amount: '$0.00', label: 'Nothing was paid' })
  expect(await books()).toHaveLength(1)
})

test('what went back is no news: neither a sale that we voided nor one that was refunded is taken from the family', async ({
  db,
}) => {
  const voided = await aLeavingFamily(db, gateway)
  await voided.leave()
  const refunded = await aLeavingFamily(db, gateway)
  await refunded.settle()
  await refunded.leave()
  await db.delete(mails)
  await aDayPasses(db)

  await asks(voided.world)

  expect((await voided.books()).map(({ status }) => status)).toEqual(['voided'])
  expect(await secondsUntilAsked(db)).toEqual([null, null])
  expect(await db.$count(charges, eq(charges.state, 'accepted'))).toBe(2)
  expect(await mailSubjects(db)).toEqual([])
})

test('a sale that somebody voids at the gateway has paid nothing', async ({ db }) => {
  const { world, takenNow } = await aDayAfter(db, 'void')

  await asks(world)

  expect(await paidPlaces(db)).toEqual([])
  expect(await takenNow()).toBe(2)
  expect(await mailSubjects(db)).toHaveLength(2)
})

test('what of a payment was made credit is gone where its money does not come: what was paid out of it is owed, and its mail says both', async ({
  db,
}) => {
  const { world, visitor, registrationIds, settle } = await aLeavingFamily(db, gateway, { children: 2 })
  await madeCredit(world, visitor, registrationIds)
  await db.transaction((tx) =>
    payOut(
      tx,
      visitor,
      5000,
      { actor, reason: 'goodwill' },
      { how: 'cash', reference: '', givenOn: todayIn(timeZone) },
    ),
  )
  await db.delete(mails)
  expect(await readCredit(db, visitor.familyId)).toBe(13_000)
  await settle('settlement_decline')
  await aDayPasses(db)

  await asks(world)
  await asks(world)

  expect(await readCredit(db, visitor.familyId)).toBe(-5000)
  const [toFamily, toProgramme] = await db.select().from(mails).orderBy(mails.id)
  expect(toFamily?.text).toContain('So $180.00 of your credit is gone.')
  expect(toFamily?.text).toContain('We had paid $50.00 of it out to you before we knew.')
  expect(toFamily?.text).toContain('Total due · $180.00')
  expect(toProgramme?.text).toContain("Of the family's credit $180.00 is gone.")
})

test('a sale that is voided has paid nothing, though all that it paid was made credit', async ({ db }) => {
  const { world, visitor, registrationIds, settle } = await aLeavingFamily(db, gateway)
  await madeCredit(world, visitor, registrationIds)
  expect(await readCredit(db, visitor.familyId)).toBe(18_000)
  await settle('void')
  await aDayPasses(db)

  await asks(world)

  expect(await readCredit(db, visitor.familyId)).toBe(0)
})

test('when the account is deleted, nobody keeps unpaid places: they are free again, and the programme is told', async ({
  db,
}) => {
  const { world, visitor, settle, takenNow } = await aLeavingFamily(db, gateway, { children: 2 })
  await deleteAccount(world, visitor, password, { address: '192.0.2.7', siteUrl: 'http://localhost:3000' })
  expect(await takenNow()).toBe(2)
  await db.delete(mails)
  await settle('settlement_decline')
  await aDayPasses(db)

  await asks(world)

  expect(await takenNow()).toBe(0)
  expect(await mailSubjects(db)).toEqual(['help@courtside.example: A payment did not settle'])
})

test('a gift that the bank declines at settlement does not count: its donor and the programme are told, and its receipt says so', async ({
  db,
}) => {
  const { world, give } = await aDonor(db, gateway.settings)
  const { id, transactionId, acknowledgement } = await give()
  await db.delete(mails)
  await settleAt(gateway.settings.GATEWAY_URL, transactionId, 'settlement_decline')
  await aDayPasses(db)

  await asks(world)
  await asks(world)

  const [gift] = await db.select().from(donations)
  expect(gift).toMatchObject({ transactionDate: null, acknowledgement: null })
  expect(await mailSubjects(db)).toEqual([
    'edith@example.test: Your gift did not go through after all',
    'help@courtside.example: A gift did not settle',
  ])
  const [toDonor] = await db.select().from(mails).orderBy(mails.id)
  expect(toDonor?.text).toContain(
    `The receipt ${acknowledgement?.number} does not count any more. Please do not use it for your taxes.`,
  )
  const site = await aSite(world, routes)
  const page = await (await site(`/pages/donate/receipt/${id}`)).text()
  expect(page).toContain('Donation receipt, withdrawn')
  expect(page).not.toMatch(/Edith|Baseline/)
  const success = await (await site(`/pages/donate/success/${id}`)).text()
  expect(success).toContain('Nothing was charged')
  expect(success).toContain('The payment did not go through. Nothing was given, and nothing is owed.')
})
