import { expect, vi } from 'vitest'
import type { Configuration } from '../../src/gateway/configuration.ts'
import type { Gateway } from '../../src/gateway/gateway.ts'
import type { Scripts } from '../../src/merchant-page/third-party-script.ts'
import type { Cardinal, CardinalAnswer, CardinalEvents } from '../../src/three-d-secure/cardinal.ts'
import { openThreeDSecure, type ThreeDSecureOptions } from '../../src/three-d-secure/three-d-secure.ts'
import { toolsFor } from '../../src/three-d-secure/tools.ts'
import { aGateway } from '../gateway.ts'
import { aNetwork, type Call } from '../network.ts'

/** The provider's script: it is set up at once, and asks nobody until the test answers. */
export function aProvider() {
  const listeners = new Map<string, (...args: never[]) => void>()
  function emit<Event extends keyof CardinalEvents>(
    event: Event,
    ...args: Parameters<CardinalEvents[Event]>
  ) {
    listeners.get(event)?.(...(args as never[]))
  }
  const cardinal = {
    on: vi.fn<Cardinal['on']>((event, listener) => void listeners.set(event, listener)),
    off: vi.fn<Cardinal['off']>((event) => void listeners.delete(event)),
    configure: vi.fn<Cardinal['configure']>(),
    setup: vi.fn<Cardinal['setup']>(() => emit('payments.setupComplete', { sessionId: 'session-1' })),
    trigger: vi.fn<Cardinal['trigger']>(async () => ({ Status: true })),
    continue: vi.fn<Cardinal['continue']>(),
  }
  return { cardinal, listeners, emit }
}
type PlayedProvider = ReturnType<typeof aProvider>

type Page = { Cardinal?: Cardinal; location: { protocol: string; host: string } }
type Loads = (page: Page) => void | Promise<void>

/** A page, and what puts the provider's script on it. */
export function aPage(loads: Loads, protocol = 'https:') {
  const page: Page = { location: { protocol, host: 'shop.test' } }
  const added: { src: string; nonce?: string | undefined }[] = []
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', {
    querySelector: (selector: string) => added.find(({ src }) => selector === `script[src="${src}"]`),
  })
  const scripts: Scripts = {
    addData: () => {
      throw new Error('no data are expected')
    },
    async loadScript({ src, nonce }) {
      await loads(page)
      const script = { src, nonce, remove: () => void added.splice(added.indexOf(script), 1) }
      added.push(script)
      return script as never
    },
  }
  return { page, added, scripts }
}

/** The gateway's answer about a card whose bank asks nobody; with an `acsUrl` it wants to. */
export const aLookup = (lookup: object = {}) => ({
  lookup: { acsUrl: null, threeDSecureVersion: '2.2.0', transactionId: 'transaction-1', ...lookup },
  paymentMethod: aCard('looked-up'),
  threeDSecureInfo: { liabilityShifted: true, liabilityShiftPossible: true },
})
export const aChallenge = (overrides: object = {}) =>
  aLookup({ acsUrl: 'https://bank.test/acs', pareq: 'pareq-1', md: 'md-1', ...overrides })

export const aCard = (nonce: string, status = 'authenticate_successful') => ({
  nonce,
  type: 'CreditCard',
  details: { bin: '400000', lastFour: '1091' },
  description: 'ending+in+91',
  binData: { prepaid: 'No' },
  threeDSecureInfo: { liabilityShifted: true, liabilityShiftPossible: true, status },
})

type Setup = {
  options?: Partial<ThreeDSecureOptions>
  configuration?: Partial<Configuration>
  provider?: PlayedProvider
  loads?: Loads
  /** The gateway's answers by the end of the address; a function gives one after the other. */
  lookup?: unknown
  authenticated?: unknown
}

export const configured = {
  threeDSecureEnabled: true,
  threeDSecure: { cardinalAuthenticationJWT: 'jwt-of-merchant' },
}

/** Tools on a page of this test. */
export const toolsOn = ({ scripts }: { scripts: Scripts }, gateway: Gateway) => ({
  ...toolsFor(gateway, () => ({ title: '', close: '', note: '', lang: 'en', dir: 'ltr' })),
  scripts,
})

/** 3-D Secure on a page that the provider's script has loaded on. */
export function aVerifier({
  options,
  configuration,
  provider = aProvider(),
  lookup = aLookup(),
  ...setup
}: Setup = {}) {
  const { loads = (page) => void Object.assign(page, { Cardinal: provider.cardinal }) } = setup
  const place = aPage(loads)
  const calls = aNetwork(({ url }: Call) => {
    if (url.pathname.endsWith('/lookup')) return typeof lookup === 'function' ? lookup() : lookup
    return url.pathname.endsWith('/authenticate_from_jwt') ? setup.authenticated : {}
  })
  const gateway = aGateway({ ...configured, ...configuration })
  const threeDSecure = openThreeDSecure(gateway, { version: 2, ...options }, toolsOn(place, gateway))
  const to = (end: string) => calls.find(({ url }) => url.pathname.endsWith(end))
  return {
    ...place,
    threeDSecure,
    provider,
    /** The first call to such an address. */
    to,
    kinds: () =>
      calls.flatMap(
        ({ body }) => (body.analytics as { kind: string }[] | undefined)?.map(({ kind }) => kind) ?? [],
      ),
    /** Verifies a card that continues as soon as it was looked up. */
    verify: (overrides: object = {}) =>
      threeDSecure.verifyCard({
        nonce: 'typed',
        bin: '400000',
        amount: '10.00',
        onLookupComplete: (_, next) => next(),
        ...overrides,
      }),
  }
}

/** Common part of every lookup. */
export const visit = {
  dfReferenceId: 'session-1',
  clientMetadata: {
    requestedThreeDSecureVersion: '2',
    sdkVersion: 'web/3.99.0',
    cardinalDeviceDataCollectionTimeElapsed: expect.any(Number),
    issuerDeviceDataCollectionTimeElapsed: expect.any(Number),
    issuerDeviceDataCollectionResult: true,
  },
  authorizationFingerprint: 'f?customer_id=1',
  braintreeLibraryVersion: 'braintree/web/3.99.0',
}

type Shop = { provider: PlayedProvider }

/** Once the provider was asked to challenge. */
export const challenged = ({ provider }: Shop) =>
  vi.waitFor(
    () => {
      if (provider.cardinal.continue.mock.calls.length === 0) throw new Error('not yet')
    },
    { interval: 2 },
  )

/** Answers the challenge, once there is one. */
export async function answer(shop: Shop, result: CardinalAnswer, jwt = 'jwt-of-bank') {
  await challenged(shop)
  shop.provider.emit('payments.validated', result, jwt)
}
