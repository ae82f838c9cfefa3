import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { gatewayOf } from '#payments/braintree.server.ts'
import { yearOf } from '#platform/dates.ts'
import { settleOpenRefunds } from '#refunds/settle-refunds.server.ts'
import { timeZone } from '../../test/builders.ts'
import { test } from '../../test/database.ts'
import { aLeavingFamily, isDue, onlyRefund } from '../../test/leaving-family.ts'
import { goneEntries } from './gone.db.server.ts'
import { goneRow } from './gone.ts'

test('what PayPal took goes back once PayPal has settled it, and mail and history name the account', async ({
  db,
  gateway,
}) => {
  const { world, visitor, leave, charge, session, settle } = await aLeavingFamily(db, gateway, {
    nonce: 'fake-paypal-billing-agreement-nonce',
  })
  const transactionId = String(charge?.transactionId)

  expect(await leave()).toEqual({ state: 'queued', amountCents: 18_000 })
  await settle()
  await isDue(db)
  await settleOpenRefunds(world)

  const refund = await onlyRefund(db)
  expect(
    await gatewayOf(world.env).call((sdk) => sdk.transaction.find(String(refund?.transactionId))),
    'as the gateway has it',
  ).toMatchObject({
    type: 'credit',
    amount: '180.00',
    refundedTransactionId: transactionId,
    paymentInstrumentType: 'paypal_account',
  })
  const told = (await db.select().from(mails).orderBy(mails.id)).map(({ text }) => text)
  expect(told[0]).toContain('to your PayPal account, jane.doe@paypal.example is queued')
  expect(told[1]).toContain('We refunded $180.00 to your PayPal account, jane.doe@paypal.example.')
  const gone = await goneEntries(db, visitor.accountId, yearOf(session.startsOn))
  expect(gone.map((entry) => goneRow(entry, timeZone).words)).toEqual([
    expect.stringMatching(/^Refunded to your PayPal account on /),
  ])
})
