import { expect } from 'vitest'
import { chargeReceipt } from '#invoices/receipts.server.ts'
import { unpaidInvoice } from '#invoices/sheets.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { gatewayFor } from '#payments/gateway/braintree.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { todayIn, toYear } from '#platform/format/dates.ts'
import { reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { historyEntries } from '#registrations/entries.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { timeZone } from '../../test/builders/builders.ts'
import { aLeavingFamily, isDue, onlyRefund } from '../../test/builders/leaving-family.ts'
import { test } from '../../test/harness/database.ts'
import { goneEntries } from './gone.db.server.ts'
import { goneRow } from './gone.ts'
import { historyRow } from './history.ts'

/** What each way to pay is called in our books, at the gateway, after "Paid" and after "refunded". */
const ways = [
  {
    nonce: 'fake-paypal-billing-agreement-nonce',
    ...{ way: 'paypal', type: 'paypal_account' },
    by: 'by PayPal, jane.doe@paypal.example',
    to: 'to your PayPal account, jane.doe@paypal.example',
  },
  {
    nonce: 'fake-venmo-account-nonce',
    ...{ way: 'venmo', type: 'venmo_account' },
    by: 'by Venmo @venmojoe',
    to: 'to your Venmo account @venmojoe',
  },
  {
    nonce: 'fake-apple-pay-visa-nonce',
    ...{ way: 'apple-pay', type: 'apple_pay_card' },
    by: 'by Apple Pay, Visa 8886',
    to: 'to your card in Apple Pay, Visa 8886',
  },
  {
    nonce: 'fake-android-pay-visa-nonce',
    ...{ way: 'google-pay', type: 'android_pay_card' },
    by: 'by Google Pay, Visa 1111',
    to: 'to your card in Google Pay, Visa 1111',
  },
]

test.for(ways)(
  'what was paid $by is named so on receipt and history, and goes back there when it has settled',
  async ({ nonce, way, type, by, to }, { db, gateway }) => {
    const { world, visitor, leave, charge, session, settle } = await aLeavingFamily(db, gateway, { nonce })
    const transactionId = String(charge?.transactionId)
    const find = (id: string) => gatewayFor(world.env).call((sdk) => sdk.transaction.find(id))
    const year = toYear(session.startsOn)
    expect(await find(transactionId), 'as the gateway has it').toMatchObject({
      amount: '180.00',
      orderId: charge?.id,
      paymentInstrumentType: type,
    })
    expect((await chargeReceipt(db, visitor, transactionId)).paragraphs).toEqual([`Paid ${by}.`])
    const [entry] = await historyEntries(db, visitor.accountId)
    expect(entry && historyRow(entry, visitor.accountId, todayIn(timeZone))).toMatchObject({
      way,
      status: `Paid ${by}`,
    })

    await settle()
    expect(await leave()).toMatchObject({ state: 'refunded', amountCents: 18_000 })

    const refund = await onlyRefund(db)
    expect(await find(String(refund?.transactionId)), 'as the gateway has it').toMatchObject({
      type: 'credit',
      amount: '180.00',
      refundedTransactionId: transactionId,
      paymentInstrumentType: type,
    })
    const [mail] = await db.select().from(mails)
    expect(mail?.text).toContain(`We refunded $180.00 ${to}.`)
    const gone = await goneEntries(db, visitor.accountId, year)
    const day = /\w{3} \d{1,2}, \d{4}/
    const rows = gone.map((entry) => goneRow(entry, timeZone))
    expect(rows.map(({ label }) => label.replace(day, 'a day'))).toEqual([`Refunded on a day ${to}`])
    const receipt = `/pages/invoice/receipt/${visitor.accountId}/${transactionId}`
    expect(rows[0]?.receipt).toBe(receipt)
  },
)

test('a place given up before the payment has settled: the sale is voided, and what PayPal took waits', async ({
  db,
  gateway,
}) => {
  const ends = []
  for (const { nonce, way } of ways) {
    const { leave, books } = await aLeavingFamily(db, gateway, { nonce })
    const { state } = await leave()
    ends.push([way, state, (await books()).map(({ status }) => status)])
  }
  expect(ends).toEqual([
    ['paypal', 'queued', ['settling']],
    ['venmo', 'refunded', ['voided']],
    ['apple-pay', 'refunded', ['voided']],
    ['google-pay', 'refunded', ['voided']],
  ])
})

test('a queued refund of PayPal is made once PayPal has settled the payment, and a mail says so', async ({
  db,
  gateway,
}) => {
  const { world, leave, settle } = await aLeavingFamily(db, gateway, {
    nonce: 'fake-paypal-billing-agreement-nonce',
  })
  expect(await leave()).toEqual({ state: 'queued', amountCents: 18_000 })
  await settle()
  await isDue(db)
  await reconcileOpenRefunds(world)

  const texts = (await db.select().from(mails).orderBy(mails.id)).map(({ text }) => text)
  expect(texts[0]).toContain('to your PayPal account, jane.doe@paypal.example is queued')
  expect(texts[1]).toContain('We refunded $180.00 to your PayPal account, jane.doe@paypal.example.')
})

test('while the bank is asked about a place, neither the invoice nor the history asks to pay for it', async ({
  db,
  gateway,
}) => {
  const { visitor, session } = await aLeavingFamily(db, gateway, { isPaid: false })
  const { accountId } = visitor
  const year = toYear(session.startsOn)
  const asked = async () => ({
    rows: (await historyEntries(db, accountId)).map((entry) => {
      const { canPay, status, tone } = historyRow(entry, accountId, session.startsOn)
      return canPay ? 'can be paid' : `${status}, ${tone}`
    }),
    invoice: (await unpaidInvoice(db, visitor, year)).table.total,
  })
  expect(await asked()).toEqual({
    rows: ['can be paid'],
    invoice: ['Total due', '$180.00'],
  })

  const charge = { accountId, idempotencyKey: 'asking', amountCents: 18_000, state: 'unknown' as const }
  const [{ id: chargeId } = { id: '' }] = await db.insert(charges).values(charge).returning()
  await db.update(registrations).set({ chargeId, chargeCents: 18_000 })

  expect(await asked()).toEqual({ rows: ['The bank is confirming, plain'], invoice: ['Total due', '$0.00'] })
})
