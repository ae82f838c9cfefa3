import { expect } from 'vitest'
import { type Merchant, merchantClient } from './support/clients.ts'
import { control } from './support/control-client.ts'
import { test } from './support/fixtures.ts'

const sell = (merchant: Merchant, params: object = {}) =>
  merchant.transaction.sale({ amount: '10.00', paymentMethodNonce: 'fake-valid-nonce', ...params })

test('where duplicates are refused, of equal sales at once one is made, and others pass', async ({
  sandbox,
  merchant,
  onTestFinished,
}) => {
  const refuseFor = (duplicate_seconds: number) =>
    control(sandbox, 'PUT', '/merchants/integration_merchant_id', { duplicate_seconds })
  await refuseFor(60)
  onTestFinished(async () => {
    await refuseFor(0)
  })

  const results = await Promise.all(Array.from({ length: 6 }, () => sell(merchant, { orderId: 'twice' })))

  expect(results.filter((result) => result.success)).toHaveLength(1)
  const rejected = results.filter((result) => !result.success)
  expect(new Set(rejected.map(({ transaction }) => transaction.gatewayRejectionReason))).toEqual(
    new Set(['duplicate']),
  )
  expect((await sell(merchant, { orderId: 'another' })).success).toBe(true)
  expect((await sell(merchant, { orderId: 'twice', amount: '10.01' })).success).toBe(true)
})

test('of parts submitted at once, no more than was authorized goes through', async ({ merchant }) => {
  const { transaction } = await sell(merchant)
  const submit = () => merchant.transaction.submitForPartialSettlement(transaction.id, '3.00')

  const results = await Promise.all(Array.from({ length: 8 }, submit))

  expect(results.filter((result) => result.success)).toHaveLength(3)
  const ids = results.filter(({ success }) => success).map((result) => result.transaction.id)
  expect(await merchant.transaction.find(transaction.id)).toMatchObject({
    status: 'settlement_pending',
    partialSettlementTransactionIds: expect.arrayContaining(ids),
  })
})

test('what came of transactions is there after a crash', async ({ sandbox, merchant }) => {
  const card = { number: '4023898493988028', expirationDate: '05/2030' }
  const { transaction } = await sell(merchant, {
    paymentMethodNonce: undefined,
    creditCard: card,
    options: { submitForSettlement: true },
    lineItems: [{ name: 'Lesson', kind: 'debit', quantity: '1', unitAmount: '10', totalAmount: '10' }],
  })
  await merchant.testing.settle(transaction.id)
  const { transaction: refund } = await merchant.transaction.refund(transaction.id, '4.00')
  await sandbox.crash()

  expect(await merchantClient(sandbox).transaction.find(transaction.id)).toMatchObject({
    status: 'settled',
    refundIds: [refund.id],
    disputes: [{ status: 'open', amountDisputed: '10.00' }],
  })
  expect(await merchant.transactionLineItem.findAll(transaction.id)).toMatchObject([{ name: 'Lesson' }])
})
