import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { report } from '../../src/gateway/analytics.ts'
import { fetchJson } from '../../src/gateway/http.ts'
import { openHostedFields } from '../../src/hosted-fields/hosted-fields.ts'
import { waits } from '../../src/platform/waits.ts'
import { aGateway } from '../gateway.ts'
import { aNetwork } from '../network.ts'
import { aChallenge, aProvider, aVerifier } from '../three-d-secure/verifier.ts'

const nothing = () => undefined
const anElement = () => ({
  style: {},
  setAttribute: nothing,
  append: nothing,
  remove: nothing,
  getRootNode: () => document,
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined })
  vi.stubGlobal('document', { createElement: anElement })
  vi.stubGlobal('ShadowRoot', class {})
})

afterEach(() => {
  vi.useRealTimers()
})

/** Fields whose frames never answer. */
function silentFields() {
  const containers = { number: anElement() as unknown as Element }
  return openHostedFields({
    assetsUrl: 'https://gateway.test/assets',
    client: {},
    containers,
    fields: {},
    looks: () => ({ styles: {}, lang: '', dir: '' }),
    onEvent: () => undefined,
    onBin: () => undefined,
  })
}

test.each([
  ['frames that never load', waits.fields, (fields: Fields) => fields.ready, 'HOSTED_FIELDS_TIMEOUT'],
  [
    'a card that never gets its nonce',
    waits.tokenizing,
    (fields: Fields) => fields.tokenize({ fieldsToTokenize: ['number'] }),
    'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR',
  ],
])('%s end after %i ms with an error of their own (L8.75)', async (_, limit, asked, code) => {
  const fields = silentFields()
  fields.ready.catch(() => undefined)
  const failed = vi.fn()
  const waiting = asked(fields).then(undefined, failed)

  await vi.advanceTimersByTimeAsync(limit - 1)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code }))
})

test('fields that are closed end what waits for them, and leave no timer', async () => {
  const fields = silentFields()
  const waiting = [fields.ready, fields.tokenize({ fieldsToTokenize: ['number'] })]
  fields.close()

  for (const result of await Promise.allSettled(waiting))
    expect(result).toMatchObject({ reason: { code: 'METHOD_CALLED_AFTER_TEARDOWN' } })
  expect(vi.getTimerCount()).toBe(0)
})

test('an answer of the gateway is waited for 60 seconds, an event of analytics 2 (L7.24)', async () => {
  const limits: unknown[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
  })
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => signal?.throwIfAborted())

  await expect(fetchJson('https://gateway.test')).rejects.toMatchObject({ code: 'CLIENT_GATEWAY_NETWORK' })
  report(aGateway(), 'appeared')
  await vi.waitFor(() => expect(limits).toEqual([60_000, 2000]))
})

test('analytics hear that a widget begins once it is there, and after a second if that takes longer', async () => {
  const calls = aNetwork()
  const [soon, never] = [new AbortController(), new AbortController()]
  for (const { signal } of [soon, never]) report(aGateway(), 'started', signal)

  await vi.advanceTimersByTimeAsync(900)
  expect(calls).toHaveLength(0)
  soon.abort()
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(calls).toHaveLength(2)
})

test.each([
  ['after 60 seconds', {}, 60_000],
  ['when the page says', { timeout: 1500 }, 1500],
])(
  'a provider that is never set up is given up %s: cards are looked up without it (L4.4, L9.5, L9.6)',
  async (_, options, limit) => {
    const provider = aProvider()
    provider.cardinal.setup.mockImplementation(nothing)
    const shop = aVerifier({ provider, options, lookup: aChallenge() })
    const failed = vi.fn()
    const verifying = shop.verify().catch(failed)

    await vi.advanceTimersByTimeAsync(limit - 1)
    expect(shop.to('/lookup')).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await verifying
    expect(shop.to('/lookup')?.body).not.toHaveProperty('dfReferenceId')
    // This lookup does not lead to the bank in the older way.
    expect(failed).toHaveBeenCalledWith(
      expect.objectContaining({ code: 'THREEDS_CARDINAL_SDK_SETUP_TIMEDOUT' }),
    )
    expect(shop.kinds()).toEqual(
      expect.arrayContaining([
        'web.three-d-secure.cardinal-sdk.init.setup-timeout',
        'web.three-d-secure.v1-fallback.cardinal-sdk-setup-timeout',
      ]),
    )
    shop.threeDSecure.close()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  },
)

test('a script of the provider that never loads is given up with it, and what it brings then is not used', async () => {
  const provider = aProvider()
  let load: () => void = nothing
  const loads = (page: object) =>
    new Promise<void>((loaded) => {
      load = () => {
        Object.assign(page, { Cardinal: provider.cardinal })
        loaded()
      }
    })
  const shop = aVerifier({ provider, loads })
  const verifying = shop.verify()
  await vi.advanceTimersByTimeAsync(waits.authenticationSetUp)
  expect(await verifying).toMatchObject({ liabilityShifted: true })
  shop.threeDSecure.close()

  load()
  await vi.advanceTimersByTimeAsync(0)
  expect(provider.cardinal.setup).not.toHaveBeenCalled()
})

test('a bank that looks at the device for too long is not waited for', async () => {
  const shop = aVerifier()
  shop.provider.cardinal.trigger.mockImplementation(() => new Promise(nothing))
  const verifying = shop.verify()

  await vi.advanceTimersByTimeAsync(waits.binProcess - 1)
  expect(shop.to('/lookup')).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(await verifying).toMatchObject({ liabilityShifted: true })
})

type Fields = ReturnType<typeof silentFields>
