import type { Readable } from 'node:stream'
import { expect } from 'vitest'
import { browserClient, cards } from './support/clients.ts'
import { test } from './support/fixtures.ts'

const kinds = {
  'fake-valid-visa-nonce': 'CreditCard',
  'fake-paypal-billing-agreement-nonce': 'PayPalAccount',
  'fake-venmo-account-nonce': 'VenmoAccount',
  'fake-apple-pay-visa-nonce': 'ApplePayCard',
  'fake-android-pay-visa-nonce': 'AndroidPayCard',
}

test('methods of every kind outlive a crash, are shown to the browser, pay and are deleted (L3.8 L7.13)', async ({
  sandbox,
  merchant,
}) => {
  const { customer } = await merchant.customer.create({ customFields: { storeMe: 'kept' } })
  const customerId = customer.id
  for (const paymentMethodNonce of Object.keys(kinds))
    await merchant.paymentMethod.create({ customerId, paymentMethodNonce })

  await sandbox.crash()
  const found = await merchant.customer.find(customerId)
  const browser = await browserClient(sandbox, merchant, { customerId })
  const { paymentMethods } = (await browser.get('payment_methods', { defaultFirst: '1' })).body

  expect(found.customFields).toEqual({ storeMe: 'kept' })
  expect(found.paymentMethods).toHaveLength(5)
  expect(paymentMethods.map(({ type }: { type: string }) => type)).toEqual(Object.values(kinds))
  for (const { nonce } of paymentMethods) {
    const sale = await merchant.transaction.sale({ amount: '2.00', paymentMethodNonce: nonce })
    expect(sale.transaction).toMatchObject({ status: 'authorized', customer: { id: customerId } })
  }
  const [first] = (await browser.get('payment_methods')).body.paymentMethods
  await browser.deleteMethod(first.nonce)
  expect((await merchant.customer.find(customerId)).paymentMethods).toHaveLength(4)
})

test('of calls at the same moment one sets the default, and one vaults a number that may be there once', async ({
  merchant,
}) => {
  const { customer } = await merchant.customer.create({})
  const create = (options: object) =>
    merchant.paymentMethod.create({
      customerId: customer.id,
      paymentMethodNonce: 'fake-valid-maestro-nonce',
      options,
    })
  const guarded = Array.from({ length: 8 }, () => create({ failOnDuplicatePaymentMethod: true }))
  const saved = (await Promise.all(guarded)).filter(({ success }) => success)
  const chosen = Array.from({ length: 8 }, () => create({ makeDefault: true }))
  const { creditCards = [] } = await Promise.all(chosen).then(() => merchant.customer.find(customer.id))

  expect(saved).toHaveLength(1)
  expect(creditCards).toHaveLength(9)
  expect(creditCards.filter((card) => card.default)).toHaveLength(1)
})

test('a card check that kept a customer out is itself kept, and found by what it was about', async ({
  sandbox,
  merchant,
}) => {
  const cardholderName = '100% Demo_Holder'
  const refused = await merchant.customer.create({
    id: 'kept_out',
    creditCard: { ...cards.declinesVerification, cardholderName, options: { verifyCard: true } },
  } as never)

  await sandbox.crash()
  const search = (fill: (search: Search) => void) => all(merchant.creditCardVerification.search(fill))

  expect(refused).toMatchObject({ success: false, verification: { status: 'processor_declined' } })
  await expect(merchant.customer.find('kept_out')).rejects.toMatchObject({ type: 'notFoundError' })
  const found = await search((s) => s.creditCardCardholderName().contains('0% Demo_H'))
  expect(found).toMatchObject([{ status: 'processor_declined', creditCard: { cardholderName } }])
  expect(await search((s) => s.creditCardCardholderName().contains('DemoXHolder'))).toEqual([])
  const unknownField = merchant.customer.search((s: { criteria: object }) => {
    s.criteria = { favouriteColour: { is: 'green' } }
  })
  await expect(all(unknownField)).rejects.toMatchObject({ type: 'unexpectedError' })
})
type Search = { creditCardCardholderName: () => { contains: (part: string) => void } }

async function all(stream: Readable): Promise<object[]> {
  const found: object[] = []
  for await (const one of stream) found.push(one)
  return found
}
