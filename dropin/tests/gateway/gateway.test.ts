import { beforeEach, expect, test, vi } from 'vitest'
import { report, reportModule } from '../../src/gateway/analytics.ts'
import { leaveGateway, openGateway, VERSION } from '../../src/gateway/gateway.ts'
import { fetchJson } from '../../src/gateway/http.ts'
import { aGateway } from '../gateway.ts'
import { aNetwork } from '../network.ts'

const configUrl = 'https://gateway.test/configuration'
const token = btoa(JSON.stringify({ authorizationFingerprint: 'f', configUrl }))
const { configuration } = aGateway()

beforeEach(() => {
  vi.stubGlobal('window', { location: { host: 'shop.test' } })
})

test('widgets that live at the same time share the configuration; after the last nothing of it is kept', async () => {
  const calls = aNetwork(() => configuration)

  await Promise.all([openGateway(token), openGateway(token)])
  leaveGateway(token)
  await openGateway(token)
  expect(calls).toHaveLength(1)

  leaveGateway(token)
  leaveGateway(token)
  await openGateway(token)
  expect(calls).toHaveLength(2)
  leaveGateway(token)
})

test.each(['assetsUrl', 'clientApiUrl', 'graphQL.url'])(
  'a configuration whose %s is elsewhere is refused in the words of the original',
  async (name) => {
    const elsewhere = 'https://elsewhere.test'
    const wrong =
      name === 'graphQL.url' ? { graphQL: { url: elsewhere, features: [] } } : { [name]: elsewhere }
    aNetwork(() => ({ ...configuration, ...wrong }))

    await expect(openGateway(token)).rejects.toMatchObject({
      code: 'CLIENT_GATEWAY_CONFIGURATION_INVALID_DOMAIN',
      message: `\`${name}\` property is on an invalid domain.`,
    })
    leaveGateway(token)
  },
)

test.each([
  ['what it is', '{"error":{"message":"no"}}', { error: { message: 'no' } }],
  ['its text where that is no JSON', 'no', 'no'],
])('a refusal tells in details.originalError %s', async (_, body, originalError) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status: 422 }))

  await expect(fetchJson('https://gateway.test')).rejects.toMatchObject({
    code: 'CLIENT_REQUEST_ERROR',
    details: { httpStatus: 422, originalError },
  })
})

test('a refusal whose body breaks off is an error of the network, with its status', async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('cut off')) })
  vi.stubGlobal('fetch', async () => new Response(body, { status: 422 }))

  await expect(fetchJson('https://gateway.test')).rejects.toMatchObject({
    code: 'CLIENT_GATEWAY_NETWORK',
    type: 'NETWORK',
    details: { httpStatus: 422, originalError: new TypeError('cut off') },
  })
})

test('analytics go to the configuration’s address, in whole seconds, with who sends them (L7.20 L7.21 L7.22 L7.25 L7.26)', async () => {
  vi.setSystemTime('2026-03-01T10:00:00.900Z')
  const calls = aNetwork(({ url }) => (url.href.startsWith(configUrl) ? configuration : {}))
  const gateway = await openGateway(token)

  report(gateway, 'appeared')

  await expect
    .poll(() => calls.at(-1))
    .toMatchObject({
      url: { href: 'https://gateway.test/analytics' },
      method: 'POST',
      body: {
        analytics: [{ kind: 'web.dropin.appeared', timestamp: Date.UTC(2026, 2, 1, 10) / 1000 }],
        _meta: { integration: 'dropin2', merchantAppId: 'shop.test' },
        braintreeLibraryVersion: expect.stringContaining('3.99.0'),
      },
    })
  leaveGateway(token)
  vi.useRealTimers()
})

test.each([
  ['of the widget', report],
  ['of a part', reportModule],
])(
  'analytics %s carry the fingerprint of a client token, or the tokenization key (L7.23)',
  async (_, send) => {
    const calls = aNetwork()
    const key = {
      kind: 'tokenization-key',
      key: 'sandbox_a_b',
      environment: 'sandbox',
      merchantId: 'b',
    } as const

    send(aGateway(), 'appeared')
    send({ ...aGateway(), authorization: key }, 'appeared')
    await vi.waitUntil(() => calls.length === 2)

    expect(calls[0]?.body).toMatchObject({ authorizationFingerprint: 'f?customer_id=1' })
    expect(calls[0]?.body).not.toHaveProperty('tokenizationKey')
    expect(calls[1]?.body).toMatchObject({ tokenizationKey: 'sandbox_a_b' })
    expect(calls[1]?.body).not.toHaveProperty('authorizationFingerprint')
  },
)

test('the widget says that it is 1.42.0 with the SDK 3.99.0 (L9.1 L9.2)', async () => {
  aNetwork(() => configuration)
  const { meta } = await openGateway(token)

  expect(VERSION).toBe('1.42.0')
  expect(meta).toMatchObject({ dropinVersion: '1.42.0', sdkVersion: '3.99.0' })
  leaveGateway(token)
})

test('GraphQL tells of the wallets what REST does, with the names that Apple and Google have for networks', async () => {
  const clientConfiguration = {
    ...{ environment: 'SANDBOX', merchantId: 'merchant', creditCard: null, paypal: null, kount: null },
    ...{ assetsUrl: 'https://gateway.test', clientApiUrl: 'https://gateway.test/client_api' },
    ...{ analyticsUrl: 'https://gateway.test/analytics', supportedFeatures: [] },
    applePayWeb: {
      countryCode: 'US',
      currencyCode: 'USD',
      merchantIdentifier: 'merchant.demo',
      supportedCardBrands: ['VISA', 'MASTERCARD', 'AMERICAN_EXPRESS'],
    },
    googlePay: {
      googleAuthorization: 'google-fingerprint',
      paypalClientId: null,
      supportedCardBrands: ['AMERICAN_EXPRESS', 'DISCOVER', 'INTERNATIONAL_MAESTRO'],
    },
  }
  aNetwork(() => ({ data: { clientConfiguration } }))

  const { configuration: loaded } = await openGateway('development_a_b', 'https://gateway.test')

  expect(loaded).toMatchObject({
    applePayWeb: { merchantIdentifier: 'merchant.demo', supportedNetworks: ['visa', 'mastercard', 'amex'] },
    androidPay: {
      googleAuthorizationFingerprint: 'google-fingerprint',
      supportedNetworks: ['amex', 'discover', 'maestro'],
    },
  })
  leaveGateway('development_a_b')
})
