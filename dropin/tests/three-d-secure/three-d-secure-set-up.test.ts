import { expect, test, vi } from 'vitest'
import client from '../../src/sdk/client.ts'
import threeDSecure from '../../src/sdk/three-d-secure.ts'
import type { InlineDetails } from '../../src/three-d-secure/cardinal.ts'
import { cardinalFramework, type Framework } from '../../src/three-d-secure/frameworks.ts'
import { openThreeDSecure, type ThreeDSecureOptions } from '../../src/three-d-secure/three-d-secure.ts'
import { aGateway } from '../gateway.ts'
import { aNetwork } from '../network.ts'
import { aChallenge, aPage, aProvider, aVerifier, challenged, configured, toolsOn } from './verifier.ts'

const soon = { interval: 2 }
const setUpCalls = ({ provider }: ReturnType<typeof aVerifier>) =>
  vi.waitFor(() => expect(provider.cardinal.setup).toHaveBeenCalled(), soon)

test.each([
  [2, {}],
  ['2', {}],
  ['2-cardinal-modal', {}],
  ['2-bootstrap3-modal', { framework: 'bootstrap3' }],
  ['2-inline-iframe', { framework: 'inline' }],
])(
  'version %s can be created, and the provider is told where it asks (L5.9, L5.10, L5.11, L5.12)',
  async (version, payment) => {
    const shop = aVerifier({ options: { version } })
    await setUpCalls(shop)

    expect(shop.provider.cardinal.configure).toHaveBeenCalledWith({ payment })
  },
)

const authorization = btoa(
  JSON.stringify({
    authorizationFingerprint: 'f?customer_id=1',
    configUrl: 'https://gateway.test/configuration',
  }),
)

test.each([undefined, 1, '1'])(
  'version %s is supported no more; the gateway is not even asked (L5.7, L5.8, L8.6)',
  async (version) => {
    const calls = aNetwork()

    await expect(threeDSecure.create({ authorization, version: version as 2 })).rejects.toMatchObject({
      code: 'THREEDS_UNSUPPORTED_VERSION',
      type: 'MERCHANT',
      message: '3D Secure `1` is deprecated and no longer supported',
    })
    expect(calls).toEqual([])
  },
)

test.each(['3', '2-iframe', 'toString', null])('there is no version %s (L5.13, L8.5)', async (version) => {
  await expect(threeDSecure.create({ authorization, version: version as '2' })).rejects.toMatchObject({
    code: 'THREEDS_UNRECOGNIZED_VERSION',
    type: 'MERCHANT',
  })
})

type Wrong = { isDisabled?: boolean; isKey?: boolean; isInsecure?: boolean; hasNoToken?: boolean }

test('a tokenization key, whose configuration comes by GraphQL, is told so, too', async () => {
  aPage(() => undefined)
  const creditCard = { supportedCardBrands: [], challenges: [], ...configured }
  const { analytics, ...same } = aGateway().configuration
  const clientConfiguration = { ...same, analyticsUrl: analytics.url, supportedFeatures: [], creditCard }
  aNetwork(({ url }) => (url.pathname === '/graphql' ? { data: { clientConfiguration } } : {}))
  const authorization = 'development_key_merchant'
  const gatewayUrl = 'https://gateway.test'

  const known = await client.create({ authorization, gatewayUrl })
  expect(known.getConfiguration().gatewayConfiguration).toMatchObject(configured)
  await expect(threeDSecure.create({ authorization, gatewayUrl, version: 2 })).rejects.toMatchObject({
    code: 'THREEDS_CAN_NOT_USE_TOKENIZATION_KEY',
  })
})

test('in the sandbox a page needs no HTTPS', () => {
  const tools = toolsOn(
    aPage(() => undefined, 'http:'),
    aGateway(),
  )
  aNetwork()

  expect(() => openThreeDSecure(aGateway(configured), { version: 2 }, tools)).not.toThrow()
})

/** Creates it where this is wrong; gives the code of the error. */
function errorCode({ isDisabled = false, isKey = false, isInsecure = false, hasNoToken = false }: Wrong) {
  const page = aPage(() => undefined, isInsecure ? 'http:' : 'https:')
  const calls = aNetwork()
  const gateway = aGateway({
    environment: 'production',
    threeDSecureEnabled: !isDisabled,
    threeDSecure: hasNoToken ? {} : configured.threeDSecure,
  })
  const key = { kind: 'tokenization-key', key: 'k', environment: 'production', merchantId: 'm' } as const
  const authorization = isKey ? key : gateway.authorization
  try {
    openThreeDSecure({ ...gateway, authorization }, { version: 2 }, toolsOn(page, gateway))
  } catch (problem) {
    return { problem, calls }
  }
  throw new Error('It was created.')
}

test.each([
  [{ isDisabled: true }, 'NOT_ENABLED', '3D Secure is not enabled for this merchant.'],
  [{ isKey: true }, 'CAN_NOT_USE_TOKENIZATION_KEY', expect.any(String)],
  [{ isDisabled: true, isKey: true }, 'CAN_NOT_USE_TOKENIZATION_KEY', expect.any(String)],
])(
  'a merchant without 3-D Secure and a tokenization key are told: %o (L5.14, L5.15, L8.1, L8.2)',
  (wrong, code, message) => {
    const { problem } = errorCode(wrong)

    expect(problem).toMatchObject({ code: `THREEDS_${code}`, type: 'MERCHANT', message })
  },
)

test.each([
  [{ isInsecure: true }, 'HTTPS_REQUIRED', '3D Secure requires HTTPS.'],
  [{ isInsecure: true, isKey: true, isDisabled: true }, 'HTTPS_REQUIRED', '3D Secure requires HTTPS.'],
  [{ hasNoToken: true }, 'NOT_ENABLED_FOR_V2', expect.any(String)],
  [{ hasNoToken: true, isInsecure: true, isKey: true }, 'NOT_ENABLED_FOR_V2', expect.any(String)],
])(
  'a page in production without HTTPS and a merchant whom the provider does not know are told: %o (L5.16, L5.17, L8.3, L8.4)',
  (wrong, code, message) => {
    const { problem, calls } = errorCode(wrong)

    expect(problem).toMatchObject({ code: `THREEDS_${code}`, type: 'MERCHANT', message })
    expect(calls.map(({ body }) => body.analytics)).toMatchObject(
      code === 'NOT_ENABLED_FOR_V2'
        ? [[{ kind: 'web.three-d-secure.initialization.failed.missing-cardinalAuthenticationJWT' }]]
        : [],
    )
  },
)

test.each([
  ['production', 'https://songbird.cardinalcommerce.com/edge/v1/songbird.js'],
  ['sandbox', 'https://songbirdstag.cardinalcommerce.com/edge/v1/songbird.js'],
])(
  'in %s the provider’s script comes from %s, with the page’s nonce (L7.27, L7.28)',
  async (environment, src) => {
    const assetsUrl = 'https://assets.braintreegateway.com'
    const shop = aVerifier({ configuration: { environment, assetsUrl }, options: { nonce: 'once' } })
    await setUpCalls(shop)

    expect(shop.added).toMatchObject([{ src, nonce: 'once' }])
    expect(shop.provider.cardinal.setup).toHaveBeenCalledWith('init', { jwt: 'jwt-of-merchant' })
  },
)

const wishes: [options: Partial<ThreeDSecureOptions>, settings: object][] = [
  [
    {
      cardinalSDKConfig: {
        timeout: 100,
        maxRequestRetries: 2,
        payment: { displayLoading: true, displayExitButton: false, framework: 'own' },
      },
    },
    { timeout: 100, maxRequestRetries: 2, payment: { displayLoading: true, displayExitButton: false } },
  ],
  [{ loggingEnabled: true }, { logging: { level: 'verbose' }, payment: {} }],
  [
    { loggingEnabled: true, cardinalSDKConfig: { logging: { level: 'on' } } },
    { logging: { level: 'on' }, payment: {} },
  ],
]

test.each(wishes)(
  'a page decides on the provider’s settings, but of its payment on two alone: %o',
  async (options, settings) => {
    const shop = aVerifier({ options })
    await setUpCalls(shop)

    expect(shop.provider.cardinal.configure).toHaveBeenCalledWith(settings)
  },
)

const broken = () => {
  throw new Error('broken')
}
const blocked = () => Promise.reject(new Error('blocked'))
const empty = () => undefined
const refusing = aProvider()
refusing.cardinal.configure.mockImplementation(broken)
const breaking = aProvider()
breaking.cardinal.setup.mockImplementation(broken)

test.each([
  ['does not load', { loads: blocked }, 'SCRIPT_LOAD_FAILED', 'NETWORK', 'songbird-js-failed-to-load'],
  ['brings nothing', { loads: empty }, 'SETUP_FAILED', 'UNKNOWN', 'cardinal-global-unavailable'],
  [
    'refuses its settings',
    { provider: refusing },
    ...(['SETUP_FAILED', 'UNKNOWN', 'cardinal-configuration-threw-error'] as const),
  ],
  ['breaks', { provider: breaking }, 'SETUP_FAILED', 'UNKNOWN', 'reason-unknown'],
])(
  'where the provider’s script %s, cards are looked up without it; who needs it is told why (L7.7, L8.7, L8.8)',
  async (_, setup, code, type, reason) => {
    const frictionless = aVerifier(setup)
    expect(await frictionless.verify({ billingAddress: { locality: 'Greenpoint' } })).toMatchObject({
      liabilityShifted: true,
    })
    const { body } = frictionless.to('/lookup') ?? {}
    expect(body).not.toHaveProperty('dfReferenceId')
    expect(body).toMatchObject({ customer: { billingAddress: { locality: 'Greenpoint' } } })
    expect(frictionless.kinds()).toEqual(
      expect.arrayContaining([
        'web.three-d-secure.cardinal-sdk.init.setup-failed',
        `web.three-d-secure.v1-fallback.cardinal-sdk-setup-failed.${reason}`,
      ]),
    )

    const { verify } = aVerifier({ ...setup, lookup: aChallenge() }) // without the addresses of the older flow
    await expect(verify()).rejects.toMatchObject({ code: `THREEDS_CARDINAL_SDK_${code}`, type })
  },
)

const expired = { ActionCode: 'ERROR', ErrorNumber: 10008, ErrorDescription: 'expired' }

test.each(['while it is set up', 'later'])(
  'a failure that the provider tells %s, and not of a challenge, leaves the older flow, at once',
  async (when) => {
    const provider = aProvider()
    const expire = () => provider.emit('payments.validated', expired)
    if (when !== 'later') provider.cardinal.setup.mockImplementation(expire)
    const shop = aVerifier({ provider, lookup: aChallenge() })
    await setUpCalls(shop)
    if (when === 'later') expire()

    await expect(shop.verify()).rejects.toMatchObject({ code: 'THREEDS_CARDINAL_SDK_BAD_JWT' })
    expect(shop.to('/lookup')?.body).not.toHaveProperty('dfReferenceId')
    expect(shop.kinds()).toContain('web.three-d-secure.v1-fallback.cardinal-sdk-setup-error.number-10008')
  },
)

test('a provider that fails while the card is looked up leaves the older flow, and is asked nothing more', async () => {
  const provider = aProvider()
  function lookup() {
    provider.emit('payments.validated', expired)
    return aChallenge()
  }

  await expect(aVerifier({ provider, lookup }).verify()).rejects.toMatchObject({
    code: 'THREEDS_CARDINAL_SDK_BAD_JWT',
  })
  expect(provider.cardinal.continue).not.toHaveBeenCalled()
})

test('two on one page load the provider’s script once; one that brought nothing is loaded again', async () => {
  const provider = aProvider()
  const first = aPage((page) => void Object.assign(page, { Cardinal: provider.cardinal }))
  aNetwork()
  const gateway = aGateway(configured)
  for (const times of [1, 2]) {
    openThreeDSecure(gateway, { version: 2 }, toolsOn(first, gateway))
    await vi.waitFor(() => expect(provider.cardinal.setup).toHaveBeenCalledTimes(times), soon)
  }
  expect(first.added).toHaveLength(1)

  const shop = aVerifier({ loads: empty })
  await shop.threeDSecure.prepareLookup({})
  expect(shop.added).toEqual([])
})

test('a bank that cannot look at the device does not end the verification', async () => {
  for (const trigger of [broken, blocked]) {
    const shop = aVerifier()
    shop.provider.cardinal.trigger.mockImplementation(trigger)
    expect(await shop.verify()).toMatchObject({ liabilityShifted: true })
    const { clientMetadata } = shop.to('/lookup')?.body ?? {}
    expect(clientMetadata).not.toHaveProperty('issuerDeviceDataCollectionTimeElapsed')
  }
})

/** Has the provider show something in a page, which hears of it. */
async function inlineSetUp(details: InlineDetails, { isAwaited = true } = {}) {
  const shop = aVerifier({ options: { version: '2-inline-iframe' }, lookup: aChallenge() })
  const element = { style: { display: '' }, innerHTML: '', remove: vi.fn() }
  const append = vi.fn()
  Object.assign(document, { createElement: () => element, body: { append } })
  const heard = vi.fn()
  if (isAwaited) shop.threeDSecure.on('authentication-iframe-available', heard)
  const verifying = shop.verify()
  await challenged(shop)
  const [resolve, reject] = [vi.fn(), vi.fn()]
  shop.provider.emit('ui.inline.setup', '<iframe></iframe>', details, resolve, reject)
  return { ...shop, verifying, element, append, heard, resolve, reject }
}

test('a page that shows the bank’s question itself gets it, and says when it stands', async () => {
  const shown = await inlineSetUp({ paymentType: 'CCA', data: { mode: 'static' } })
  expect(shown.element.innerHTML).toBe('<iframe></iframe>')
  const [data, next] = shown.heard.mock.calls[0] ?? []
  expect(data).toEqual({ element: shown.element })
  expect(shown.resolve).not.toHaveBeenCalled()

  next()
  await vi.waitFor(() => expect(shown.resolve).toHaveBeenCalled(), soon)
  await shown.threeDSecure.cancelVerifyCard()
  await expect(shown.verifying).rejects.toThrow()
  expect(shown.element.remove).toHaveBeenCalled()
})

test('what nobody is to see is put on the page hidden', async () => {
  const hidden = await inlineSetUp({ paymentType: 'CCA', data: { mode: 'suppress' } })

  await vi.waitFor(() => expect(hidden.resolve).toHaveBeenCalled(), soon)
  expect(hidden.append).toHaveBeenCalledWith(hidden.element)
  expect(hidden.element.style.display).toBe('none')
  expect(hidden.heard).not.toHaveBeenCalled()
  hidden.threeDSecure.close()
  await expect(hidden.verifying).rejects.toThrow()
})

test.each([
  [{ paymentType: 'APA', data: { mode: 'static' } }, true],
  [{ paymentType: 'CCA', data: { mode: 'floating' } }, true],
  [{}, true],
  [{ paymentType: 'CCA', data: { mode: 'static' } }, false],
])(
  '%o that cannot be shown in the page (who is awaited: %s) ends the verification, and the provider is told (L8.22)',
  async (details, isAwaited) => {
    const code = 'THREEDS_INLINE_IFRAME_DETAILS_INCORRECT'
    const { verifying, reject, append } = await inlineSetUp(details, { isAwaited })

    await expect(verifying).rejects.toMatchObject({ code, type: 'UNKNOWN' })
    expect(reject).toHaveBeenCalledWith(expect.objectContaining({ code }))
    expect(append).not.toHaveBeenCalled()
  },
)

test('a framework that does not say where the bank asks fails with a code of its own (L8.26)', () => {
  expect(() => cardinalFramework('of tomorrow' as Framework)).toThrow(
    expect.objectContaining({ code: 'THREEDS_FRAMEWORK_METHOD_NOT_IMPLEMENTED', type: 'INTERNAL' }),
  )
})

test('as a part of the SDK it takes callbacks, and works until its teardown', async () => {
  vi.stubGlobal('reportError', console.error)
  const { scripts } = aPage(() => undefined)
  aNetwork(({ url }) => (url.pathname === '/configuration' ? aGateway(configured).configuration : {}))
  const options = { authorization, version: '2', scripts } as const
  const part = await threeDSecure.create(options)
  const listener = vi.fn()
  part.verifyCard({ nonce: '', bin: '400000', amount: '1.00' }, listener)
  await vi.waitFor(() => expect(listener).toHaveBeenCalled(), soon)
  expect(listener).toHaveBeenCalledWith(
    expect.objectContaining({ code: 'THREEDS_MISSING_VERIFY_CARD_OPTION' }),
  )
  expect(threeDSecure.VERSION).toBe('3.99.0')

  await part.teardown()
  for (const call of [
    () => part.verifyCard({ nonce: 'typed', bin: '400000', amount: '1.00' }),
    () => part.cancelVerifyCard(),
    () => part.prepareLookup({ nonce: 'typed', bin: '400000' }),
    () => part.initializeChallengeWithLookupResponse('{}'),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'METHOD_CALLED_AFTER_TEARDOWN' })
  await part.teardown()
})
