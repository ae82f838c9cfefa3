import { expect, vi } from 'vitest'
import { reportModule } from '../../src/gateway/analytics.ts'
import { callGraphQL } from '../../src/gateway/call-graphql.ts'
import type { VenmoOptions } from '../../src/public-types/venmo.ts'
import venmo from '../../src/sdk/venmo.ts'
import type { Status } from '../../src/ways-to-pay/venmo/payment/contexts.ts'
import { openVenmo } from '../../src/ways-to-pay/venmo/payment/venmo.ts'
import { aGateway } from '../gateway.ts'
import { aNetwork, type Call } from '../network.ts'

export const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
export const iosApp =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
export const iphone = `${iosApp} Version/17.5 Safari/604.1`
export const computer = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/125.0.0.0 Safari/537.36'

export const once: VenmoOptions = { paymentMethodUsage: 'single_use' }
const payer = {
  paymentMethodId: 'nonce',
  userName: 'robin',
  payerInfo: { firstName: 'Robin', userName: 'robin' },
}
const payWithVenmo = {
  merchantId: 'profile',
  accessToken: 'token',
  environment: 'sandbox',
  enrichedCustomerDataEnabled: true,
}
const authorization = btoa(
  JSON.stringify({ authorizationFingerprint: 'f', configUrl: 'https://gateway.test/configuration' }),
)

type Shop = {
  userAgent?: string
  /** The URL fragment. */
  hash?: string
  isInFrame?: boolean
  merchant?: Partial<typeof payWithVenmo> | null
}

/** A page in a browser, and a gateway at which its payments with Venmo stand as the test says. */
export function aShop({ userAgent = android, hash = '', isInFrame = false, merchant = {} }: Shop = {}) {
  const page = Object.assign(new EventTarget(), {
    location: new URL(`https://shop.test/pay?season=2026${hash}`),
    open: vi.fn((_address: string) => ({})),
    history: { pushState: vi.fn() },
    ...{ self: 'page', top: isInFrame ? 'another' : 'page' },
  })
  const document = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 5 })
  let status: Status | Error = 'CREATED'
  let refusal: object | undefined
  let made = 0
  const { configuration } = aGateway(merchant ? { payWithVenmo: { ...payWithVenmo, ...merchant } } : {})
  const calls = aNetwork(({ url, body }: Call) => {
    if (url.pathname === '/configuration') return configuration
    if (url.pathname !== '/graphql') return {}
    if (/mutation Update/.test(`${body.query}`)) return { data: {} }
    if (/mutation Create/.test(`${body.query}`)) {
      made += 1
      return refusal ? { errors: [refusal] } : { data: answerTo(`${body.query}`, aContext(made)) }
    }
    if (status instanceof Error) return status
    return { data: { node: status === 'APPROVED' ? { status, ...payer } : { status } } }
  })
  const graphql = () => calls.filter(({ url }) => url.pathname === '/graphql').map(({ body }) => body)
  const inputs = (mutation: string) =>
    graphql().flatMap(({ query, variables }) =>
      `${query}`.includes(`mutation ${mutation}(`) ? [(variables as { input: object }).input] : [],
    )
  return {
    page,
    document,
    inputs,
    open: (options: VenmoOptions = {}) => venmo.create({ authorization, ...options }),
    /** As a widget opens it, until the signal. */
    openWithin(ended: AbortSignal, options: VenmoOptions) {
      const gateway = aGateway({ payWithVenmo })
      const ask = (body: object) => callGraphQL(gateway, body)
      const report = (kind: string) => reportModule(gateway, kind)
      return openVenmo({ gateway, ask, report, ended }, options)
    },
    becomes: (next: Status | Error) => {
      status = next
    },
    refuses: (next: object | undefined) => {
      refusal = next
    },
    asked: () => graphql().filter(({ query }) => /query PaymentContext/.test(`${query}`)),
    events: () =>
      calls.flatMap(({ url, body }) =>
        url.pathname === '/analytics' ? [(body.analytics as [{ kind: string }])[0].kind] : [],
      ),
    /** The address with which the app was opened last. */
    opened: () => new URL(page.open.mock.lastCall?.[0] ?? expect.fail('nothing was opened')),
    /** The app leads the payer back to the page, with this to tell. */
    leadBack(fragment: string) {
      page.location.hash = fragment
      page.dispatchEvent(new Event('hashchange'))
    },
  }
}

/** As the gateway answers: under the names of the fields that were asked for. An alias is another name. */
export function answerTo(query: string, context: object) {
  const [, create = '', type = ''] = /\{\s*(\w+)\(input: \$input\) \{ (\w+) \{/.exec(query) ?? []
  return { [create]: { [type]: context } }
}

/** For ten minutes by the gateway's clock. */
function aContext(number: number) {
  const times = { createdAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-01T00:10:00Z' }
  return { id: `context-${number}`, merchantId: 'm', ...times }
}
