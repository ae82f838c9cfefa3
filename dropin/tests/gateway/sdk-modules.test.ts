import { beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '../../src/public-types/client.ts'
import applePay from '../../src/sdk/apple-pay.ts'
import client from '../../src/sdk/client.ts'
import frameService from '../../src/sdk/frame-service.ts'
import googlePayment from '../../src/sdk/google-payment.ts'
import hostedFields from '../../src/sdk/hosted-fields.ts'
import paypalCheckout from '../../src/sdk/paypal-checkout.ts'
import vaultManager from '../../src/sdk/vault-manager.ts'
import { aGateway } from '../gateway.ts'
import { aNetwork, type Call } from '../network.ts'

const { configuration } = aGateway()
const authorization = btoa(
  JSON.stringify({
    authorizationFingerprint: 'f?customer_id=1',
    configUrl: 'https://gateway.test/configuration',
  }),
)
const card = { nonce: 'a', type: 'CreditCard', details: { lastFour: '1111' } }

beforeEach(() => {
  vi.stubGlobal('window', { location: { host: 'shop.test' } })
  vi.stubGlobal('reportError', console.error)
})

/** A gateway with one saved card. */
const aVault = () =>
  aNetwork(({ url }) => {
    if (url.pathname === '/configuration') return configuration
    return url.pathname === '/graphql' ? { data: {} } : { paymentMethods: [card] }
  })

test('a client asks the gateway as the page wishes, by query or by body, and says who asks', async () => {
  const calls = aVault()
  const made = await client.create({ authorization })

  const data = { search: { name: 'Demo' } }
  expect(await made.request({ endpoint: 'payment_methods', method: 'get', data })).toEqual({
    paymentMethods: [card],
  })
  await made.request({ endpoint: 'payment_methods/credit_cards', method: 'post', data: { creditCard: {} } })

  const [, read, written] = calls.filter((call) => !isAnalytics(call))
  expect(read?.url.pathname).toBe('/client_api/v1/payment_methods')
  expect(Object.fromEntries(read?.url.searchParams ?? [])).toMatchObject({
    'search[name]': 'Demo',
    authorizationFingerprint: 'f?customer_id=1',
    '_meta[integration]': 'custom',
    braintreeLibraryVersion: 'braintree/web/3.99.0',
  })
  expect(written).toMatchObject({
    method: 'POST',
    body: {
      creditCard: {},
      authorizationFingerprint: 'f?customer_id=1',
      _meta: { integration: 'custom', sdkVersion: '3.99.0' },
    },
  })
  await made.teardown()
})

test('what the network drops is asked once more where it only reads, and a call may name who asks', async () => {
  let drops = 0
  const calls = aNetwork(({ url, method }) => {
    if (url.pathname === '/configuration') return configuration
    const isDropped = url.pathname.startsWith('/client_api') && drops > 0
    if (isDropped) drops -= 1
    return isDropped ? new TypeError('no network') : { method }
  })
  const made = await client.create({ authorization })
  const asked = () => calls.filter(({ url }) => url.pathname.startsWith('/client_api'))
  const read = () =>
    made.request({ endpoint: 'payment_methods', method: 'get', data: { _meta: { source: 's' } } })

  drops = 1
  expect(await read()).toEqual({ method: 'GET' })
  expect(asked()).toHaveLength(2)
  expect(Object.fromEntries(asked()[0]?.url.searchParams ?? [])).toMatchObject({
    '_meta[source]': 's',
    '_meta[integration]': 'custom',
  })
  drops = 2
  await expect(read()).rejects.toMatchObject({ code: 'CLIENT_GATEWAY_NETWORK' })

  drops = 1
  const data = { _meta: { source: 's' } }
  await expect(made.request({ endpoint: 'x', method: 'post', data })).rejects.toMatchObject({
    code: 'CLIENT_GATEWAY_NETWORK',
  })
  await made.request({ endpoint: 'x', method: 'post', data })
  expect(asked()).toHaveLength(6)
  expect(asked().at(-1)?.body).toMatchObject({ _meta: { source: 's', integration: 'custom' } })
  await made.teardown()
})

const tokenized = {
  token: 'n',
  creditCard: {
    ...{ bin: '411111', brandCode: 'VISA', last4: '1111', cardholderName: null },
    ...{ expirationMonth: '01', expirationYear: '2031', binData: { debit: 'NO' } },
  },
}
const typed = {
  credit_card: { number: '4111', expiration_date: '1 / 2031', cvv: 123, options: { validate: false } },
}
const refused = {
  message: 'CVV is invalid',
  extensions: { errorClass: 'VALIDATION', legacyCode: '81707', inputPath: ['input', 'creditCard', 'cvv'] },
}

/** Makes a nonce of a card at a gateway whose GraphQL answers so. */
async function tokenizeBy(graphQL: unknown, features = ['tokenize_credit_cards']) {
  const calls = aNetwork(({ url }) => {
    if (url.pathname === '/configuration')
      return { ...configuration, graphQL: { ...configuration.graphQL, features } }
    return url.pathname === '/graphql' ? graphQL : { creditCards: [{ nonce: 'by REST' }] }
  })
  const made = await client.create({ authorization })
  const asking = made.request({ endpoint: 'payment_methods/credit_cards', method: 'post', data: typed })
  const outcome = await asking.catch((problem: unknown) => problem)
  await made.teardown()
  return { outcome, asked: calls.filter((call) => !isAnalytics(call)).slice(1) }
}

test('where the gateway has GraphQL a client makes nonces of cards by it, and answers as by REST', async () => {
  const { outcome, asked } = await tokenizeBy({ data: { tokenizeCreditCard: tokenized } })

  expect(asked).toMatchObject([
    {
      url: { pathname: '/graphql' },
      body: {
        clientSdkMetadata: { source: 'client', integration: 'custom' },
        operationName: 'TokenizeCreditCard',
        variables: {
          input: {
            creditCard: { number: '4111', expirationMonth: '1', expirationYear: '2031', cvv: '123' },
            options: { validate: false },
          },
        },
      },
    },
  ])
  expect(outcome).toEqual({
    creditCards: [
      {
        nonce: 'n',
        type: 'CreditCard',
        description: 'ending in 11',
        consumed: false,
        threeDSecureInfo: null,
        details: {
          ...{ bin: '411111', cardType: 'Visa', lastFour: '1111', lastTwo: '11', cardholderName: null },
          ...{ expirationMonth: '01', expirationYear: '2031' },
        },
        binData: { debit: 'No' },
      },
    ],
  })
})

test.each([
  ['does not offer it', {}, []],
  ['cannot be reached', new TypeError('no network'), undefined],
  ['breaks inside', { errors: [{ message: 'broken', extensions: { errorClass: 'INTERNAL' } }] }, undefined],
])(
  'a gateway whose GraphQL %s is asked for the nonce by REST, as the page wrote it',
  async (_, graphQL, features) => {
    const { outcome, asked } = await tokenizeBy(graphQL, features)

    expect(outcome).toEqual({ creditCards: [{ nonce: 'by REST' }] })
    expect(asked.at(-1)).toMatchObject({
      url: { pathname: '/client_api/v1/payment_methods/credit_cards' },
      body: typed,
    })
  },
)

test('a card that GraphQL refuses is refused as by REST, and not asked for again', async () => {
  const { outcome, asked } = await tokenizeBy({ data: null, errors: [refused] })

  expect(asked).toHaveLength(1)
  const fieldErrors = [{ field: 'cvv', code: '81707', message: 'CVV is invalid' }]
  expect(outcome).toMatchObject({
    code: 'CLIENT_REQUEST_ERROR',
    details: {
      httpStatus: 422,
      originalError: {
        error: { message: 'Credit card is invalid' },
        fieldErrors: [{ field: 'creditCard', fieldErrors }],
      },
    },
  })
})

test('a client tells what parts are made with, in a copy of its own, and its version', async () => {
  aVault()
  const made = await client.create({ authorization })

  expect(made.getVersion()).toBe('3.99.0')
  expect(client.VERSION).toBe('3.99.0')
  expect(made.getConfiguration()).toMatchObject({
    authorization,
    authorizationType: 'CLIENT_TOKEN',
    gatewayConfiguration: { clientApiUrl: configuration.clientApiUrl },
  })
  expect(made.toJSON()).toEqual(made.getConfiguration())
  made.getConfiguration().gatewayConfiguration.clientApiUrl = 'https://elsewhere.test'
  expect(made.getConfiguration().gatewayConfiguration.clientApiUrl).toBe(configuration.clientApiUrl)
  await made.teardown()
})

test('errors of GraphQL reject a client’s request', async () => {
  aNetwork(({ url }) => (url.pathname === '/graphql' ? { errors: [{ message: 'no' }] } : configuration))
  const made = await client.create({ authorization })

  await expect(
    made.request({ api: 'graphQLApi', method: 'post', data: { query: '{}' } }),
  ).rejects.toMatchObject({
    code: 'CLIENT_GRAPHQL_REQUEST_ERROR',
    details: { originalError: [{ message: 'no' }] },
  })
  await made.teardown()
})

test.each([
  ['without an authorization', {}, 'INSTANTIATION_OPTION_REQUIRED'],
  ['with a wrong one', { authorization: 'wrong' }, 'CLIENT_INVALID_AUTHORIZATION'],
])('%s no part is made, and a callback is told so', async (_, options, code) => {
  aVault()
  const result = await new Promise((called) => {
    client.create(options as { authorization: string }, called)
  })

  expect(result).toMatchObject({ code })
  await expect(vaultManager.create(options)).rejects.toMatchObject({ code })
})

test('a request without its method or endpoint is the page’s mistake', async () => {
  aVault()
  const made = await client.create({ authorization })

  for (const request of [{}, { method: 'get' }])
    await expect(made.request(request as { method: string })).rejects.toMatchObject({
      code: 'CLIENT_OPTION_REQUIRED',
    })
  await made.teardown()
})

test('a vault manager of a client reads and deletes by this client, the default first where the page says so', async () => {
  const calls = aVault()
  const made = await client.create({ authorization })
  const vault = await vaultManager.create({ client: made })

  expect(await vault.fetchPaymentMethods()).toEqual([card])
  const again = await new Promise((called) => {
    vault.fetchPaymentMethods({ defaultFirst: true }, (_, methods) => called(methods))
  })
  expect(again).toEqual([card])
  await vault.deletePaymentMethod('a')

  const asked = calls.filter((call) => !isAnalytics(call))
  expect(asked.filter(isConfiguration)).toHaveLength(1)
  expect(asked.slice(1, 3).map(({ url }) => url.searchParams.get('defaultFirst'))).toEqual(['0', '1'])
  expect(asked.at(-1)?.body).toMatchObject({ variables: { input: { singleUseTokenId: 'a' } } })
  await made.teardown()
})

const isConfiguration = ({ url }: Call) => url.pathname === '/configuration'

test('a client of another version of the SDK makes no part', async () => {
  const another = { getConfiguration: () => configuration, getVersion: () => '3.98.0' } as unknown as Client

  await expect(vaultManager.create({ client: another })).rejects.toMatchObject({
    code: 'INCOMPATIBLE_VERSIONS',
    type: 'MERCHANT',
  })
})

test('client and vault manager tell analytics what they did', async () => {
  let deletions = 0
  const calls = aNetwork(({ url }) => {
    if (url.pathname === '/configuration') return configuration
    if (url.pathname !== '/graphql') return { paymentMethods: [card] }
    deletions += 1
    return deletions === 1 ? { data: {} } : { errors: [{ message: 'no' }] }
  })
  const made = await client.create({ authorization })
  const vault = await vaultManager.create({ client: made })
  await vault.fetchPaymentMethods()
  await vault.deletePaymentMethod('a')
  await expect(vault.deletePaymentMethod('b')).rejects.toThrow()

  const other = await client.create({ authorization })

  const events = calls.filter(isAnalytics).flatMap(({ body }) => body.analytics as { kind: string }[])
  expect(events.map(({ kind }) => kind)).toEqual([
    'web.custom.client.load.initialized',
    'web.custom.client.load.succeeded',
    'web.vault-manager.fetch-payment-methods.succeeded',
    'web.vault-manager.delete-payment-method.succeeded',
    'web.vault-manager.delete-payment-method.failed',
    'web.custom.client.load.cached',
  ])
  await Promise.all([made.teardown(), other.teardown()])
})

const isAnalytics = ({ url }: Call) => url.pathname === '/analytics'

test('a vault that cannot be read rejects, and after teardown every method does', async () => {
  aNetwork(({ url }) => (url.pathname === '/configuration' ? configuration : new TypeError('no network')))
  const vault = await vaultManager.create({ authorization })
  await expect(vault.fetchPaymentMethods()).rejects.toMatchObject({ code: 'CLIENT_GATEWAY_NETWORK' })

  await vault.teardown()
  await vault.teardown()

  const ended = { code: 'METHOD_CALLED_AFTER_TEARDOWN' }
  await expect(vault.fetchPaymentMethods()).rejects.toMatchObject(ended)
  await expect(vault.deletePaymentMethod('a')).rejects.toMatchObject(ended)
})

test('what nobody uses any more is read anew', async () => {
  const calls = aVault()
  const [first, second] = [await client.create({ authorization }), await client.create({ authorization })]
  expect(calls.filter(isConfiguration)).toHaveLength(1)
  await first.teardown()
  await first.teardown()
  expect(() => first.getConfiguration()).toThrow('getConfiguration')
  const third = await client.create({ authorization })
  expect(calls.filter(isConfiguration)).toHaveLength(1)

  await Promise.all([second.teardown(), third.teardown()])
  const last = await client.create({ authorization })
  expect(calls.filter(isConfiguration)).toHaveLength(2)
  await last.teardown()
})

test('the SDK has parts for the client, Apple Pay, Google Pay, card fields, PayPal and windows of their own (L1.6)', async () => {
  aVault()
  for (const part of [client, applePay, googlePayment, hostedFields, paypalCheckout, frameService]) {
    expect(part.VERSION).toBe('3.99.0')
    const create = part.create as (options: object) => Promise<unknown>
    await expect(create({})).rejects.toMatchObject({ code: 'INSTANTIATION_OPTION_REQUIRED' })
  }
})
