import { describe, expect } from 'vitest'
import { browserClient, browserWith, cards, tokenizationKey } from './support/clients.ts'
import { test } from './support/fixtures.ts'

describe('a guest', () => {
  test('pays, but sees and deletes nothing of the vault', async ({ sandbox, merchant }) => {
    const guest = await browserClient(sandbox, merchant)
    const keyed = browserWith(sandbox, tokenizationKey)

    for (const browser of [guest, keyed]) {
      const nonce = await browser.nonce(cards.visa)
      expect((await browser.deleteMethod(nonce)).body.errors[0].extensions.errorClass).toBe('AUTHORIZATION')
      expect((await merchant.transaction.sale({ amount: '8.00', paymentMethodNonce: nonce })).success).toBe(
        true,
      )
    }
    expect((await guest.get('payment_methods')).body).toEqual({ paymentMethods: [] })
    expect((await keyed.get('payment_methods')).status).toBe(403)
    expect((await keyed.tokenize(cards.visa, true)).body.errors[0].extensions.legacyCode).toBe('50000')
  })

  test('cannot become a customer by changing the token', async ({ sandbox, merchant }) => {
    const { customer } = await merchant.customer.create({ paymentMethodNonce: 'fake-valid-visa-nonce' })
    const { content } = await browserClient(sandbox, merchant)
    const forged = browserWith(sandbox, `${content.authorizationFingerprint}?customer_id=${customer.id}`)

    expect((await forged.get('payment_methods')).status).toBe(401)
    expect((await forged.tokenize(cards.visa)).body.errors[0].extensions.errorClass).toBe('AUTHENTICATION')
    expect(
      (await forged.graphql('{ __schema { queryType { name } } }')).body.data.__schema.queryType.name,
    ).toBe('Query')
  })

  test('learns every field that is wrong, over GraphQL and over REST alike', async ({
    sandbox,
    merchant,
  }) => {
    const guest = await browserClient(sandbox, merchant)
    const wrong = { number: '4111111111111112', expirationMonth: '13', expirationYear: '2030', cvv: '12' }

    const { status, body } = await guest.tokenize(wrong)
    expect(status).toBe(200)
    expect(
      body.errors.map((error: { extensions: { legacyCode: string } }) => error.extensions.legacyCode),
    ).toEqual(['81715', '81712', '81707'])
    const rest = await guest.post('payment_methods/credit_cards', { creditCard: wrong })
    expect(rest).toMatchObject({
      status: 422,
      body: {
        error: { message: 'Credit card is invalid' },
        fieldErrors: [
          {
            field: 'creditCard',
            fieldErrors: [
              { field: 'number', code: '81715' },
              { field: 'expirationMonth', code: '81712' },
              { field: 'cvv', code: '81707' },
            ],
          },
        ],
      },
    })
    for (const [number, code] of [
      ['', '81714'],
      ['411', '81716'],
      ['6370950000000005', '81703'],
      ['4539578763621486', '81717'],
    ]) {
      const refused = await guest.tokenize({ ...cards.visa, number })
      expect(refused.body.errors[0].extensions.legacyCode).toBe(code)
    }
  })

  test('sends keys in either spelling, and the configuration says what is offered', async ({
    sandbox,
    merchant,
  }) => {
    const guest = await browserClient(sandbox, merchant)
    const { status, body } = await guest.post('payment_methods/credit_cards.json', {
      credit_card: {
        number: '4111111111111111',
        expiration_month: '12',
        expirationYear: '2030',
        options: { validate: 'false' },
      },
    })
    expect(status).toBe(201)
    expect(body.creditCards).toMatchObject([
      { type: 'CreditCard', consumed: false, details: { lastTwo: '11', cardType: 'Visa' } },
    ])

    const configuration = await guest.get('configuration', { configVersion: '3' })
    expect(configuration.body).toMatchObject({
      assetsUrl: sandbox.origin,
      clientApiUrl: `${sandbox.origin}/merchants/integration_merchant_id/client_api`,
      challenges: ['cvv', 'postal_code'],
      creditCards: {
        supportedCardTypes: expect.arrayContaining([
          'Visa',
          'MasterCard',
          'American Express',
          'Discover',
          'JCB',
        ]),
      },
      graphQL: { url: `${sandbox.origin}/graphql`, features: ['tokenize_credit_cards'] },
    })
    expect((await fetch(configuration.body.analytics.url, { method: 'POST', body: '{}' })).ok).toBe(true)
  })
})
