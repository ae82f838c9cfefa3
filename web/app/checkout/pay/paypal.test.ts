import { expect } from 'vitest'
import { chargeReceipt } from '#invoices/receipts.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { clientTokenFor, gatewayFor } from '#payments/gateway/braintree.server.ts'
import { heldPlaces } from '../../../test/builders/money/held-places.ts'
import { paidPlaces } from '../../../test/builders/money/paid-places.ts'
import { test } from '../../../test/harness/database.ts'
import type { Gateway } from '../../../test/harness/world.ts'
import { pay } from './pay.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

test('a family pays with the PayPal account that is saved for it, and receipt, mail and PDF name the account', async ({
  db,
}) => {
  const { world, visitor, payment } = await heldPlaces(db, gateway.settings)
  const { call } = gatewayFor(world.env)
  await clientTokenFor(gatewayFor(world.env), visitor.accountId)
  const saved = await call((sdk) =>
    sdk.paymentMethod.create({
      customerId: visitor.accountId,
      paymentMethodNonce: 'fake-paypal-billing-agreement-nonce',
    }),
  )
  const { paymentMethodNonce } = await call((sdk) => sdk.paymentMethodNonce.create(saved.paymentMethod.token))

  const charge = await pay(world, visitor, { ...payment, nonce: paymentMethodNonce.nonce })

  expect(charge).toMatchObject({
    state: 'accepted',
    means: 'paypal',
    meansLabel: 'jane.doe@paypal.example',
  })
  const transactionId = String(charge.transactionId)
  expect(await call((sdk) => sdk.transaction.find(transactionId)), 'as the gateway has it').toMatchObject({
    amount: '180.00',
    orderId: charge.id,
    paymentInstrumentType: 'paypal_account',
    paypalAccount: { token: saved.paymentMethod.token, payerEmail: 'jane.doe@paypal.example' },
    customer: { id: visitor.accountId },
  })
  expect(await paidPlaces(db)).toMatchObject([{ way: 'paypal', chargeId: charge.id }])
  const paid = 'Paid by PayPal, jane.doe@paypal.example.'
  expect((await chargeReceipt(db, visitor, transactionId)).paragraphs).toEqual([paid])
  const [mail] = await db.select().from(mails)
  expect(mail?.text).toContain('We charged $180.00 to your PayPal account, jane.doe@paypal.example.')
  expect(mail?.attachments[0]?.paper).toMatchObject({ paragraphs: [paid] })
})
