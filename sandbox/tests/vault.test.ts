import { describe, expect } from 'vitest'
import { browserClient, cards, type Merchant } from './support/clients.ts'
import { test } from './support/fixtures.ts'

async function aCustomer(merchant: Merchant, params: object = {}) {
  const { customer } = await merchant.customer.create({
    firstName: 'Demo',
    email: 'demo@example.org',
    ...params,
  })
  return customer
}

const codes = (result: { errors?: { deepErrors(): { code: string }[] } }) =>
  result.errors?.deepErrors().map((error) => error.code)

describe('customers and their methods', () => {
  test('are created, changed, found and deleted', async ({ merchant }) => {
    const customer = await aCustomer(merchant, { paymentMethodNonce: 'fake-valid-visa-nonce' })
    await merchant.customer.update(customer.id, { lastName: 'Parent' })

    const found = await merchant.customer.find(customer.id)
    expect(found).toMatchObject({ firstName: 'Demo', lastName: 'Parent', email: 'demo@example.org' })
    expect(found.creditCards).toMatchObject([{ default: true, last4: '1881', expired: false }])
    expect(codes(await merchant.customer.create({ id: customer.id }))).toEqual(['91609'])
    expect(codes(await merchant.customer.create({ email: 'nowhere' }))).toEqual(['81604'])

    await merchant.customer.delete(customer.id)
    await expect(merchant.customer.find(customer.id)).rejects.toMatchObject({ type: 'notFoundError' })
    const token = found.creditCards?.[0]?.token ?? ''
    await expect(merchant.paymentMethod.find(token)).rejects.toMatchObject({ type: 'notFoundError' })
  })

  test('have one default: the first, then the chosen, then the oldest left', async ({ merchant }) => {
    const { id: customerId } = await aCustomer(merchant)
    const add = async (nonce: string, options = {}) =>
      (await merchant.paymentMethod.create({ customerId, paymentMethodNonce: nonce, options })).paymentMethod
        .token
    const [visa, amex, jcb] = [
      await add('fake-valid-visa-nonce'),
      await add('fake-valid-amex-nonce', { makeDefault: true }),
      await add('fake-valid-jcb-nonce'),
    ]
    const defaultToken = async () =>
      (await merchant.customer.find(customerId)).creditCards
        ?.filter((card) => card.default)
        .map((card) => card.token)

    expect(await defaultToken()).toEqual([amex])
    await merchant.paymentMethod.update(jcb, {
      options: { makeDefault: true },
      cardholderName: 'Demo Parent',
    })
    expect(await defaultToken()).toEqual([jcb])
    await merchant.paymentMethod.delete(jcb)
    expect(await defaultToken()).toEqual([visa])
    const { transaction } = await merchant.transaction.sale({ amount: '3.00', customerId })
    expect(transaction.creditCard).toMatchObject({ token: visa, last4: '1881' })
  })

  test('pay with the CVV of a nonce that holds nothing else; it is good once, and never alone', async ({
    merchant,
    sandbox,
  }) => {
    const customer = await aCustomer(merchant, { paymentMethodNonce: 'fake-valid-visa-nonce' })
    const paymentMethodToken = customer.creditCards?.[0]?.token ?? ''
    const browser = await browserClient(sandbox, merchant, { customerId: customer.id })
    const sell = (paymentMethodNonce: string, more: object = { paymentMethodToken }) =>
      merchant.transaction.sale({ amount: '5.00', paymentMethodNonce, ...more })
    const nonce = await browser.nonce({ cvv: '201' })
    const { body } = await browser.post('payment_methods/credit_cards', {
      creditCard: { cvv: '123', options: { validate: false } },
    })

    expect((await sell(nonce)).transaction).toMatchObject({
      cvvResponseCode: 'U',
      creditCard: { token: paymentMethodToken, last4: '1881' },
    })
    expect(codes(await sell(nonce))).toEqual(['91564'])
    expect((await sell(body.creditCards[0].nonce)).transaction.cvvResponseCode).toBe('M')
    expect(codes(await sell(await browser.nonce({ cvv: '123' }), {}))).toEqual(['91565'])
    expect(codes(await sell('fake-valid-nonce'))).toEqual(['91515'])
    expect((await browser.tokenize({ cvv: '12' })).body.errors[0].extensions.legacyCode).toBe('81707')
  })

  test('come from a sale that asks for it, and with their own nonces pay again', async ({ merchant }) => {
    const stored = await merchant.transaction.sale({
      amount: '4.00',
      paymentMethodNonce: 'fake-valid-mastercard-nonce',
      customer: { firstName: 'New' },
      options: { storeInVaultOnSuccess: true },
    })
    const token = stored.transaction.creditCard?.token ?? ''
    expect((await merchant.customer.find(stored.transaction.customer.id)).creditCards).toMatchObject([
      { token },
    ])

    const { paymentMethodNonce } = await merchant.paymentMethodNonce.create(token)
    expect(await merchant.paymentMethodNonce.find(paymentMethodNonce.nonce)).toMatchObject({
      consumed: false,
    })
    const again = await merchant.transaction.sale({
      amount: '5.00',
      paymentMethodNonce: paymentMethodNonce.nonce,
    })
    expect(again.transaction.creditCard?.token).toBe(token)
    expect(await merchant.paymentMethodNonce.find(paymentMethodNonce.nonce)).toMatchObject({ consumed: true })
  })

  test('are not made from a decline, a consumed nonce, or for nobody', async ({ merchant }) => {
    const { id: customerId } = await aCustomer(merchant)
    const create = (params: object) => merchant.paymentMethod.create({ customerId, ...params } as never)

    const declined = await create({
      paymentMethodNonce: 'fake-processor-declined-visa-nonce',
      options: { verifyCard: true },
    })
    expect(declined).toMatchObject({ success: false, message: 'Do Not Honor' })
    expect(declined).toMatchObject({
      verification: { status: 'processor_declined', processorResponseCode: '2000' },
    })
    expect(codes(await create({ paymentMethodNonce: 'fake-consumed-nonce' }))).toEqual(['93107'])
    expect(codes(await create({ paymentMethodNonce: 'fake-valid-nonce', customerId: '404' }))).toEqual([
      '93105',
    ])
    expect((await merchant.customer.find(customerId)).creditCards).toEqual([])
  })
})

describe('a browser with a customer', () => {
  test('saves a card, sees it with a fresh nonce each time, default first, and deletes it', async ({
    sandbox,
    merchant,
  }) => {
    const customer = await aCustomer(merchant, { paymentMethodNonce: 'fake-valid-amex-nonce' })
    const browser = await browserClient(sandbox, merchant, {
      customerId: customer.id,
      options: { verifyCard: true, makeDefault: true },
    })
    const saved = await browser.nonce(cards.visa, true)
    expect(
      (await merchant.transaction.sale({ amount: '6.00', paymentMethodNonce: saved })).transaction.customer
        .id,
    ).toBe(customer.id)

    const [first, second] = [
      await browser.get('payment_methods', { defaultFirst: '1' }),
      await browser.get('payment_methods.json'),
    ]
    expect(first.body.paymentMethods).toMatchObject([
      {
        type: 'CreditCard',
        default: true,
        hasSubscription: false,
        description: 'ending in 11',
        details: { bin: '411111', lastFour: '1111', cardType: 'Visa' },
      },
      { default: false, details: { lastFour: '0005', cardType: 'American Express' } },
    ])
    const nonces = [...first.body.paymentMethods, ...second.body.paymentMethods].map(({ nonce }) => nonce)
    expect(new Set(nonces).size).toBe(4)

    expect((await browser.deleteMethod(nonces[0])).body.errors).toBeUndefined()
    expect((await merchant.customer.find(customer.id)).creditCards).toMatchObject([
      { last4: '0005', default: true },
    ])
    expect((await browser.deleteMethod(nonces[0])).body.errors[0].extensions).toMatchObject({
      errorClass: 'NOT_FOUND',
    })
  })

  test('is told of a card saved before, of a CVV that fails and of a bank that says no', async ({
    sandbox,
    merchant,
  }) => {
    const { id: customerId } = await aCustomer(merchant)
    const browser = await browserClient(sandbox, merchant, {
      customerId,
      options: { verifyCard: true, failOnDuplicatePaymentMethodForCustomer: true } as object,
    })
    const problems = async (card: object) => (await browser.tokenize(card, true)).body.errors

    expect(await problems(cards.mastercard)).toBeUndefined()
    expect(await problems(cards.mastercard)).toMatchObject([
      {
        extensions: {
          errorClass: 'VALIDATION',
          errorType: 'user_error',
          legacyCode: '81763',
          inputPath: ['input', 'creditCard', 'number'],
        },
      },
    ])
    expect(await problems({ ...cards.visa, cvv: '200' })).toMatchObject([
      { extensions: { legacyCode: '81736' } },
    ])
    expect(await problems({ ...cards.visa, billingAddress: { postalCode: '20000' } })).toMatchObject([
      {
        extensions: {
          legacyCode: '81737',
          inputPath: ['input', 'creditCard', 'billingAddress', 'postalCode'],
        },
      },
    ])
    expect(await problems(cards.declinesVerification)).toMatchObject([{ message: 'Do Not Honor' }])
    expect((await merchant.customer.find(customerId)).creditCards).toHaveLength(1)
  })

  test('is told of a card that anybody has saved, when the token asks for that', async ({
    sandbox,
    merchant,
  }) => {
    await aCustomer(merchant, { paymentMethodNonce: 'fake-valid-discover-nonce' })
    const { id: customerId } = await aCustomer(merchant)
    const browser = await browserClient(sandbox, merchant, {
      customerId,
      options: { failOnDuplicatePaymentMethod: true },
    })

    const { body } = await browser.tokenize({ ...cards.visa, number: '6011111111111117' }, true)

    expect(body.errors).toMatchObject([{ extensions: { legacyCode: '81724' } }])
  })
})

test('the card number and the CVV are in no answer and nowhere in storage', async ({ sandbox, merchant }) => {
  const browser = await browserClient(sandbox, merchant)
  const card = { ...cards.visa, cvv: '987', cardholderName: 'Marker Of Demo' }
  // Three times, since a database may break one text in two at the end of a page.
  const tokenized = [await browser.tokenize(card), await browser.tokenize(card), await browser.tokenize(card)]
  const declined = await merchant.transaction.sale({
    amount: '2000.00',
    creditCard: { number: cards.visa.number, cvv: '987', expirationDate: '12/2030' },
  })
  const answers = JSON.stringify([tokenized, declined.params, declined.transaction.creditCard])
  const stored = await sandbox.stored()

  expect(stored.includes('Marker Of Demo')).toBe(true)
  expect(stored.includes(cards.visa.number)).toBe(false)
  expect(answers).not.toContain(cards.visa.number)
  expect(JSON.stringify(declined.params)).not.toContain('987')
})

test('a client token names its customer, and refuses one that does not exist', async ({
  merchant,
  sandbox,
}) => {
  const customer = await aCustomer(merchant)
  const { content } = await browserClient(sandbox, merchant, { customerId: customer.id })
  expect(content.authorizationFingerprint).toMatch(new RegExp(`\\?customer_id=${customer.id}$`))

  const refused = await merchant.clientToken.generate({ customerId: '404' })
  expect(refused).toMatchObject({
    success: false,
    message: 'Customer specified by customer_id does not exist',
  })
  expect(codes(refused)).toEqual(['92804'])
})
