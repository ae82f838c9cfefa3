import { describe, expect } from 'vitest'
import { browserClient, cards, type Merchant, searchTransactions } from './support/clients.ts'
import { test } from './support/fixtures.ts'

let orders = 0
const sale = (merchant: Merchant, params: object = {}) =>
  merchant.transaction.sale({
    amount: '19.90',
    paymentMethodNonce: 'fake-valid-nonce',
    orderId: `order-${++orders}`,
    options: { submitForSettlement: true },
    ...params,
  })

async function settledSale(merchant: Merchant, params: object = {}) {
  const { transaction } = await sale(merchant, params)
  await merchant.testing.settle(transaction.id)
  return transaction
}

const codes = (result: { errors?: { deepErrors(): { code: string }[] } }) =>
  result.errors?.deepErrors().map((error) => error.code)

describe('a sale', () => {
  test('is shown by find and by search as the sale showed it', async ({ merchant }) => {
    const { success, transaction } = await sale(merchant, {
      deviceData: '{"correlation_id":"1"}',
      customFields: { note: 'a & b' },
    })

    expect(success).toBe(true)
    expect(transaction).toMatchObject({
      status: 'submitted_for_settlement',
      amount: '19.90',
      processorResponseCode: '1000',
      cvvResponseCode: 'I',
      creditCard: { bin: '401288', last4: '1881', cardType: 'Visa', maskedNumber: '401288******1881' },
      refundIds: [],
      threeDSecureInfo: null,
      gatewayRejectionReason: null,
      customFields: { note: 'a & b' },
      riskData: { decision: 'Approve' },
    })
    expect(transaction.statusHistory?.map(({ status }) => status)).toEqual([
      'authorized',
      'submitted_for_settlement',
    ])
    expect({ ...(await merchant.transaction.find(transaction.id)) }).toEqual({ ...transaction })
    const found = await searchTransactions(merchant, (search) =>
      search.orderId().is(transaction.orderId ?? ''),
    )
    expect(found.map((one) => ({ ...one }))).toEqual([{ ...transaction }])
  })

  test.for([
    ['2000.00', 'processor_declined', '2000', 'soft_declined', 'Do Not Honor'],
    ['2015.99', 'processor_declined', '2015', 'hard_declined', 'Transaction Not Allowed'],
    ['2999.99', 'processor_declined', '2999', 'soft_declined', 'Processor Declined'],
    ['3000.00', 'failed', '3000', 'soft_declined', 'Processor Network Unavailable - Try Again'],
    ['5001.00', 'gateway_rejected', null, null, 'Gateway Rejected: application_incomplete'],
  ] as const)(
    'of %s ends as %s, with the transaction inside',
    async ([amount, status, code, type, message], { merchant }) => {
      const result = await sale(merchant, { amount })

      expect(result).toMatchObject({ success: false, message })
      expect(codes(result)).toEqual([])
      expect(result.transaction).toMatchObject({
        status,
        processorResponseCode: code,
        processorResponseType: type,
      })
      expect((await merchant.transaction.find(result.transaction.id)).status).toBe(status)
    },
  )

  test.for(['0.01', '1999.99', '3001.00', '4001.50', '5002.00'])(
    'of %s is authorized',
    async (amount, { merchant }) => {
      const { transaction } = await sale(merchant, { amount, options: {} })
      expect(transaction).toMatchObject({ status: 'authorized', amount })
    },
  )

  test.for([
    [{ amount: undefined }, '81502'],
    [{ amount: '1.001' }, '81503'],
    [{ amount: '-1' }, '81501'],
    [{ amount: '0.00' }, '81531'],
    [{ amount: '21474836.48' }, '81528'],
    [{ orderId: 'x'.repeat(256) }, '91501'],
    [{ paymentMethodNonce: undefined }, '91508'],
    [{ paymentMethodNonce: 'nobody-made-this' }, '91565'],
    [{ paymentMethodNonce: 'fake-consumed-nonce' }, '91564'],
    [{ paymentMethodNonce: 'fake-luhn-invalid-nonce' }, '81715'],
    [{ paymentMethodNonce: undefined, paymentMethodToken: 'nobody' }, '91518'],
    [{ paymentMethodNonce: undefined, customerId: '404' }, '91510'],
    [{ merchantAccountId: 'another' }, '91513'],
  ] as const)('with %o is refused with %s', async ([params, code], { merchant }) => {
    const result = await sale(merchant, params)
    expect(result.success).toBe(false)
    expect(codes(result)).toEqual([code])
  })

  test.for([
    [{ cvv: '200' }, 'cvv', 'N', 'I'],
    [{ billingAddress: { postalCode: '20000' } }, 'avs', 'M', 'N'],
    [{ cvv: '200', billingAddress: { postalCode: '20000' } }, 'avs_and_cvv', 'N', 'N'],
    [{ cvv: '201', billingAddress: { postalCode: '30000' } }, null, 'U', 'E'],
  ] as const)(
    'of a card with %o is answered with the reason %s',
    async ([params, reason, cvv, postal], { sandbox, merchant }) => {
      const browser = await browserClient(sandbox, merchant)
      const nonce = await browser.nonce({ ...cards.visa, ...params })

      const { transaction } = await sale(merchant, { paymentMethodNonce: nonce })

      expect(transaction).toMatchObject({
        gatewayRejectionReason: reason,
        cvvResponseCode: cvv,
        avsPostalCodeResponseCode: postal,
      })
    },
  )

  test('of a fraud test card is rejected, and of a nonce twice refused', async ({ sandbox, merchant }) => {
    const browser = await browserClient(sandbox, merchant)
    const fraud = await browser.nonce({ ...cards.visa, number: '4000111111111511' })
    const once = await browser.nonce(cards.visa)

    expect((await sale(merchant, { paymentMethodNonce: fraud })).transaction.gatewayRejectionReason).toBe(
      'fraud',
    )
    expect((await sale(merchant, { paymentMethodNonce: once })).success).toBe(true)
    expect(codes(await sale(merchant, { paymentMethodNonce: once }))).toEqual(['91564'])
  })
})

describe('after a sale', () => {
  test('an authorized sale is submitted, whole or less of it, but not more', async ({ merchant }) => {
    const { transaction } = await sale(merchant, { options: {} })

    expect(codes(await merchant.transaction.submitForSettlement(transaction.id, '20.00'))).toEqual(['91522'])
    const submitted = await merchant.transaction.submitForSettlement(transaction.id, '15.00')
    expect(submitted.transaction).toMatchObject({ status: 'submitted_for_settlement', amount: '15.00' })
    expect(codes(await merchant.transaction.submitForSettlement(transaction.id))).toEqual(['91507'])
  })

  test('a void ends it before settlement, and cannot after it', async ({ merchant }) => {
    const open = await sale(merchant)
    const settled = await settledSale(merchant)

    expect((await merchant.transaction.void(open.transaction.id)).transaction.status).toBe('voided')
    expect((await merchant.transaction.find(open.transaction.id)).status).toBe('voided')
    expect(codes(await merchant.transaction.void(open.transaction.id))).toEqual(['91504'])
    expect(codes(await merchant.transaction.void(settled.id))).toEqual(['91504'])
  })

  test('a refund is whole or in parts, never more than was paid, and known on both sides', async ({
    merchant,
  }) => {
    const original = await settledSale(merchant, { amount: '50.00' })

    const part = await merchant.transaction.refund(original.id, '20.00')
    expect(part.transaction).toMatchObject({
      type: 'credit',
      amount: '20.00',
      refundedTransactionId: original.id,
    })
    expect(codes(await merchant.transaction.refund(original.id, '30.01'))).toEqual(['91521'])
    const rest = await merchant.transaction.refund(original.id)
    expect(rest.transaction.amount).toBe('30.00')
    expect(codes(await merchant.transaction.refund(original.id, '0.01'))).toEqual(['91512'])
    expect(codes(await merchant.transaction.refund(part.transaction.id))).toEqual(['91505'])
    expect((await merchant.transaction.find(original.id)).refundIds).toEqual([
      part.transaction.id,
      rest.transaction.id,
    ])

    await merchant.transaction.void(rest.transaction.id)
    expect((await merchant.transaction.refund(original.id)).transaction.amount).toBe('30.00')
  })

  test('a refund before settlement is refused, and two amounts are special', async ({ merchant }) => {
    const { transaction } = await sale(merchant)
    const original = await settledSale(merchant, { amount: '9000.00' })

    expect(codes(await merchant.transaction.refund(transaction.id))).toEqual(['91506'])
    const declined = await merchant.transaction.refund(original.id, '2004.00')
    expect(codes(declined)).toEqual(['915200'])
    expect(declined.transaction).toMatchObject({
      status: 'processor_declined',
      processorResponseText: 'Expired Card',
    })
    const captured = await merchant.transaction.refund(original.id, '2046.00')
    expect(captured.transaction).toMatchObject({
      status: 'submitted_for_settlement',
      processorResponseCode: '1005',
      additionalProcessorResponse: '2046 : Declined',
    })
  })

  test('the testing gateway moves what was submitted, and nothing else', async ({ merchant }) => {
    const { transaction } = await sale(merchant)
    await merchant.testing.settlementPending(transaction.id)
    expect((await merchant.transaction.find(transaction.id)).status).toBe('settlement_pending')
    await merchant.testing.settlementDecline(transaction.id)
    expect((await merchant.transaction.find(transaction.id)).status).toBe('settlement_declined')

    await merchant.testing.settle(transaction.id)
    expect((await merchant.transaction.find(transaction.id)).status).toBe('settlement_declined')
  })
})

describe('a request key', () => {
  const keyed = (merchant: Merchant, apiRequestKey: string, amount = '7.00') =>
    merchant.transaction.sale({
      amount,
      paymentMethodNonce: 'fake-valid-nonce',
      orderId: apiRequestKey,
      apiRequestKey,
    } as never)

  test('makes a repeated sale the first one, and refuses another request', async ({ merchant }) => {
    const first = await keyed(merchant, 'key-1')
    const again = await keyed(merchant, 'key-1')

    expect({ ...again.transaction }).toEqual({ ...first.transaction })
    expect(codes(await keyed(merchant, 'key-1', '8.00'))).toEqual(['915232'])
    expect(codes(await keyed(merchant, 'k'.repeat(256)))).toEqual(['915230'])
    expect(await searchTransactions(merchant, (search) => search.orderId().is('key-1'))).toHaveLength(1)
  })

  test('of a decline keeps the decline, and of refund and void their first answer', async ({ merchant }) => {
    const declined = [await keyed(merchant, 'key-2', '2001.00'), await keyed(merchant, 'key-2', '2001.00')]
    expect(new Set(declined.map(({ transaction }) => transaction.id)).size).toBe(1)
    expect(declined[1]).toMatchObject({ success: false, message: 'Insufficient Funds' })

    const original = await settledSale(merchant)
    const request = { amount: '5.00', apiRequestKey: 'key-3' } as never
    const refunds = [
      await merchant.transaction.refund(original.id, request),
      await merchant.transaction.refund(original.id, request),
    ]
    expect((await merchant.transaction.find(original.id)).refundIds).toEqual([refunds[1]?.transaction.id])
  })
})

describe('a search', () => {
  test('matches by id, order, status, type, amount, time and customer, newest first', async ({
    merchant,
  }) => {
    const { customer } = await merchant.customer.create({ paymentMethodNonce: 'fake-valid-visa-nonce' })
    const first = (
      await sale(merchant, { paymentMethodNonce: undefined, customerId: customer.id, amount: '11.00' })
    ).transaction
    const second = (
      await sale(merchant, { paymentMethodNonce: undefined, customerId: customer.id, amount: '2002.00' })
    ).transaction
    const ids = async (criteria: Parameters<typeof searchTransactions>[1]) =>
      (await searchTransactions(merchant, criteria)).map(({ id }) => id)

    expect(await ids((search) => search.customerId().is(customer.id))).toEqual([second.id, first.id])
    expect(
      await ids((search) => [search.customerId().is(customer.id), search.status().is('processor_declined')]),
    ).toEqual([second.id])
    expect(
      await ids((search) => [search.customerId().is(customer.id), search.amount().between('10', '12')]),
    ).toEqual([first.id])
    expect(await ids((search) => [search.id().is(first.id), search.type().is('sale')])).toEqual([first.id])
    expect(
      await ids((search) => [search.id().is(first.id), search.createdAt().is(first.createdAt as never)]),
    ).toEqual([first.id])
    expect(await ids((search) => [search.id().is(first.id), search.createdAt().max(new Date(0))])).toEqual([])
    expect(await ids((search) => search.orderId().contains('%'))).toEqual([])
  })

  test('of more than a page gives every transaction once', async ({ merchant }) => {
    const { customer } = await merchant.customer.create({})
    await Promise.all(
      Array.from({ length: 61 }, () => sale(merchant, { customerId: customer.id, orderId: 'page' })),
    )

    const found = await searchTransactions(merchant, (search) => search.customerId().is(customer.id))

    expect(new Set(found.map(({ id }) => id)).size).toBe(61)
  })

  test('that makes no sense ends as an unexpected answer', async ({ merchant }) => {
    const nonsense = searchTransactions(merchant, (search) => search.amount().is('-10'))
    await expect(nonsense).rejects.toMatchObject({ type: 'unexpectedError' })
  })
})
