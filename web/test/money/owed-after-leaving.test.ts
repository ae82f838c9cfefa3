import { expect } from 'vitest'
import { pay } from '#checkout/pay/pay.server.ts'
import { reconcileOpenCharges } from '#checkout/pay/reconcile.server.ts'
import { listPayable } from '#desk/family/family.server.ts'
import { readWaiting } from '#desk/today/today.db.server.ts'
import { chargeReceipt } from '#invoices/receipts.server.ts'
import { unpaidInvoice } from '#invoices/sheets.server.ts'
import { noteReturned, recordAtDesk } from '#offline-payments/offline-payments.server.ts'
import { takeBackPayment } from '#offline-payments/take-back.server.ts'
import { gatewayFor } from '#payments/gateway/braintree.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { signIns } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn, toYear } from '#platform/format/dates.ts'
import { sha256 } from '#platform/hash.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { listOpenAmounts } from '#refunds/owed.db.server.ts'
import { reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { goneEntries } from '#registration-history/gone.db.server.ts'
import { goneRow } from '#registration-history/gone.ts'
import routes from '../../app/routes.ts'
import { timeZone } from '../builders/builders.ts'
import { aLeavingFamily, isDue, onlyRefund } from '../builders/leaving-family.ts'
import { test } from '../harness/database.ts'
import { aSite } from '../harness/site.ts'

/** What the family, and whoever keeps the money, see of a year's money for the places of this family. */
async function aLook(db: Db, world: World, { accountId }: Visitor, year: number) {
  const token = crypto.randomUUID()
  const expiresAt = new Date('2999-01-01')
  await db.insert(signIns).values({ tokenHash: sha256(token), accountId, expiresAt })
  const site = await aSite(world, routes)
  const headers = { cookie: `sign-in=${token}` }
  return {
    async history() {
      const page = await site(`/pages/registration-history?year=${year}`, { headers })
      return (await page.text()).replaceAll('<!-- -->', '').replace(/<\/?(span|b)[^>]*>/g, '')
    },
    async books() {
      const { owed, bounced } = await readWaiting(db, todayIn(timeZone))
      const between = await listOpenAmounts(db, [accountId])
      return {
        gone: (await goneEntries(db, accountId, year)).map((entry) => goneRow(entry, timeZone)),
        invoice: (await unpaidInvoice(db, { accountId }, year)).table.total[1],
        recordMoney: (await listPayable(db, accountId)).map(({ id, owedCents }) => ({ id, owedCents })),
        between: between.map(({ id, state, amountCents }) => ({ id, state, amountCents })),
        today: { owed, bounced },
      }
    },
  }
}
const nobody = { many: 0, cents: 0 }
const nothing = {
  invoice: '$0.00',
  recordMoney: [],
  between: [],
  today: { owed: nobody, bounced: nobody },
}

test('a check that bounced after its money was returned stands on the invoice, in what is unpaid and in Record money, can be paid online, and is then owed nowhere', async ({
  db,
  gateway,
}) => {
  const { world, visitor, session, registrationIds, leave } = await aLeavingFamily(db, gateway, {
    isPaid: false,
  })
  const actor = 'command:treasurer' as const
  const check = { amountCents: 18_000, how: 'check' as const, note: '', registrationIds, actor }
  const { id } = await recordAtDesk(world, visitor, { ...check, key: crypto.randomUUID() })
  const place = orNotFound(registrationIds[0])
  const year = toYear(session.startsOn)
  const { history, books } = await aLook(db, world, visitor, year)
  expect(await leave()).toEqual({ state: 'owed', amountCents: 18_000 })
  await noteReturned(world, place, actor)
  expect(await books()).toMatchObject({
    ...nothing,
    gone: [{ label: expect.stringMatching(/^Returned to you on /) }],
  })

  await takeBackPayment(world, { id, registrationIds: [], hasBounced: true, actor })

  const owing = {
    gone: [{ label: 'Your payment did not go through: you owe this', amount: '$180.00' }],
    invoice: '$180.00',
    recordMoney: [{ id: place, owedCents: 18_000 }],
    between: [{ id: place, state: 'bounced', amountCents: 18_000 }],
    today: { owed: nobody, bounced: { many: 1, cents: 18_000 } },
  }
  expect(await books()).toMatchObject(owing)
  const seen = await history()
  expect(seen).toMatch(new RegExp(`Unpaid sessions for ${year}[^]*To pay: \\$180\\.00`))
  expect(seen).not.toContain('All paid')

  const payment = { nonce: 'fake-valid-nonce', amountCents: 18_000, registrationIds }
  await gateway.setFaults({ operation: 'sale', when: 'after', act: 'drop', times: 1 })
  const lost = await pay(world, visitor, { ...payment, idempotencyKey: crypto.randomUUID() })
  await gateway.setFaults()
  expect(lost.state).toBe('unknown')
  expect(await books()).toMatchObject({ ...nothing, gone: [{ label: 'The bank is confirming' }] })
  const asking = await history()
  expect(asking).toContain('We are waiting for the bank to confirm your payment.')
  expect(asking).not.toMatch(/All paid|Unpaid sessions/)
  await reconcileOpenCharges(world)

  const [charge] = await db.select().from(charges)
  const made = await gatewayFor(world.env).call((sdk) => sdk.transaction.find(String(charge?.transactionId)))
  expect(made, 'as the gateway has it').toMatchObject({ type: 'sale', amount: '180.00', orderId: lost.id })
  const repaid = [{ label: expect.stringMatching(/^Repaid by you on /), amount: '$180.00' }]
  expect(await books()).toMatchObject({ ...nothing, gone: repaid })
  expect(await history()).not.toContain('Unpaid sessions')
  const { table } = await chargeReceipt(db, visitor, String(charge?.transactionId))
  expect(table.total).toEqual(['Total paid', '$180.00'])
})

test('what the bank refuses to give back once the place was given up is owed, to the family and at the desk, until it is returned', async ({
  db,
  gateway,
}) => {
  // The sandbox refuses to refund this amount.
  const priceCents = 200_400
  const family = await aLeavingFamily(db, gateway, { children: 2, priceCents })
  const { world, visitor, session, registrationIds, leave, settle } = family
  const place = orNotFound(registrationIds[0])
  const year = toYear(session.startsOn)
  const { history, books } = await aLook(db, world, visitor, year)
  expect(await leave()).toEqual({ state: 'queued', amountCents: priceCents })
  expect(await books()).toMatchObject({ ...nothing, gone: [{ label: 'The refund is under way' }] })

  await settle()
  await isDue(db)
  await reconcileOpenRefunds(world)

  expect((await onlyRefund(db))?.state).toBe('failed')
  expect(await books()).toMatchObject({
    ...nothing,
    gone: [{ label: 'We owe you this', amount: '$2,004.00' }],
    between: [{ id: place, state: 'owed', amountCents: priceCents }],
    today: { owed: { many: 1, cents: priceCents }, bounced: nobody },
  })
  expect(await history()).toContain('We owe you $2,004.00')
  const transactionId = String(family.charge?.transactionId)
  const receipt = async () => (await chargeReceipt(db, visitor, transactionId)).paragraphs.at(-1)
  expect(await receipt()).toMatch(
    /: unregistered, \$2,004\.00 is owed to you: the refund did not go through\.$/,
  )
  expect(await leave(), 'asked again').toEqual({ state: 'owed', amountCents: priceCents })

  await noteReturned(world, place, 'command:treasurer')

  const returned = [{ label: expect.stringMatching(/^Returned to you on /), amount: '$2,004.00' }]
  expect(await books()).toMatchObject({ ...nothing, gone: returned })
  expect(await history()).not.toContain('We owe you')
  expect(await receipt()).toMatch(
    /: unregistered, \$2,004\.00 was returned to you on \w{3} \d{1,2}, \d{4}\.$/,
  )
})
