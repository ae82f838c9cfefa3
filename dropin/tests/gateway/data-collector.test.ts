import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCollector } from '../../src/data-collector/data-collector.ts'
import type { Configuration } from '../../src/gateway/configuration.ts'
import { scriptAddress } from '../../src/gateway/third-party-addresses.ts'
import type { Scripts } from '../../src/merchant-page/third-party-script.ts'
import { loadScript } from '../../src/merchant-page/third-party-script.ts'
import { waits } from '../../src/platform/waits.ts'
import dataCollector from '../../src/sdk/data-collector.ts'
import { aGateway } from '../gateway.ts'

type Anything = Record<string, unknown>
let page: Anything[]

/** An element that is on the page or not. */
function anElement(): Anything {
  const element: Anything = {
    setAttribute: (name: string, value: string) => Object.assign(element, { [name]: value }),
    addEventListener: () => undefined,
    remove: () => page.splice(page.indexOf(element), 1),
  }
  return element
}

const stand = (...elements: Anything[]) => void page.push(...elements)

beforeEach(() => {
  page = []
  vi.stubGlobal('document', {
    createElement: anElement,
    querySelector: (selector: string) => page.find(({ id }) => selector === `#${id}`),
    body: { append: stand },
    head: { append: stand },
  })
})

afterEach(() => {
  vi.useRealTimers()
})

/** The page's scripts, where PayPal's comes at once, or not at all. */
function scriptsWith(loads: boolean): Scripts {
  return {
    addData(data) {
      const element = Object.assign(anElement(), { data })
      stand(element)
      return element as never
    },
    async loadScript({ src, id }) {
      if (!loads) throw new Error('blocked')
      const element = Object.assign(anElement(), { src, id })
      stand(element)
      return element as never
    },
  }
}

function createFor(configuration: Partial<Configuration>, { kount = false, comes: loads = true }) {
  const gateway = aGateway(configuration)
  const open = async () => ({ configuration: gateway.configuration, leave: () => undefined })
  return createCollector({ kount, scripts: scriptsWith(loads) }, open)
}
const withKount = { kount: { kountMerchantId: '600000' } }

test('Kount is told of a device only if the shop says true and the gateway has it; PayPal always', async () => {
  const both = await createFor(withKount, { kount: true })
  expect(JSON.parse(both.deviceData)).toEqual({
    correlation_id: expect.stringMatching(/^[\da-f]{32}$/),
    device_session_id: expect.stringMatching(/^[\da-f]{32}$/),
    fraud_merchant_id: '600000',
  })
  expect(await both.getDeviceData({ raw: true })).toEqual(both.rawDeviceData)
  await both.teardown()
  expect(page).toEqual([])

  for (const [configuration, kount] of [
    [withKount, false],
    [withKount, 'true' as never],
    [{}, true],
  ] as const) {
    const { rawDeviceData, teardown } = await createFor(configuration, { kount })
    expect(Object.keys(rawDeviceData)).toEqual(['correlation_id'])
    await teardown()
  }
})

test.each(['riskCorrelationId', 'clientMetadataId', 'correlationId'])(
  'a shop gives the session a name by %s',
  async (option) => {
    const open = async () => ({ configuration: aGateway().configuration, leave: () => undefined })
    const collector = await createCollector({ [option]: 'order-7', scripts: scriptsWith(true) }, open)
    expect(collector.rawDeviceData).toEqual({ correlation_id: 'order-7' })
    await collector.teardown()
  },
)

test('without PayPal’s script Kount’s data are all; without both there is an error, and nothing stays on the page', async () => {
  const kount = await createFor(withKount, { kount: true, comes: false })
  expect(Object.keys(kount.rawDeviceData)).toEqual(['device_session_id', 'fraud_merchant_id'])
  await kount.teardown()

  await expect(createFor({}, { comes: false })).rejects.toMatchObject({
    code: 'DATA_COLLECTOR_REQUIRES_CREATE_OPTIONS',
    type: 'MERCHANT',
  })
  await expect(dataCollector.create({})).rejects.toMatchObject({ code: 'INSTANTIATION_OPTION_REQUIRED' })
  expect(page).toEqual([])
})

test('two collectors of one page name one session, which ends with the last of them', async () => {
  const [first, second] = [await createFor({}, {}), await createFor({}, {})]
  expect(first.deviceData).toBe(second.deviceData)
  expect(page).toEqual([
    expect.objectContaining({
      data: { f: first.rawDeviceData.correlation_id, s: 'BRAINTREE_SIGNIN', sandbox: true },
    }),
    expect.objectContaining({ src: 'https://gateway.test/da/r/fb.js' }),
  ])

  await first.teardown()
  expect(page).toHaveLength(2)
  await expect(first.getDeviceData()).rejects.toMatchObject({ code: 'METHOD_CALLED_AFTER_TEARDOWN' })
  await second.teardown()
  expect(page).toEqual([])
  const next = await createFor({}, {})
  expect(next.deviceData).not.toBe(second.deviceData)
  await next.teardown()
})

test('a script of somebody else that never comes is given up after its limit, and leaves the page', async () => {
  vi.useFakeTimers()
  const loading = loadScript({
    src: 'https://gateway.test/da/r/fb.js',
    id: 'script',
    limit: waits.collectorScript,
  })
  const failing = expect(loading).rejects.toThrow('did not load in time')

  await vi.advanceTimersByTimeAsync(59_999)
  expect(page).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await failing
  expect(page).toEqual([])
})

test('addresses of others are Braintree’s own by environment; another gateway plays them at the same paths', () => {
  const at = (environment: string, assetsUrl = 'https://assets.braintreegateway.com') => ({
    environment,
    assetsUrl,
  })

  expect(scriptAddress('fraudnet', at('production'))).toBe('https://c.paypal.com/da/r/fb.js')
  expect(scriptAddress('kountFrame', at('production'))).toBe(
    'https://assets.braintreegateway.com/data/logo.htm',
  )
  expect(scriptAddress('kountFrame', at('sandbox'))).toBe(
    'https://assets.braintreegateway.com/sandbox/data/logo.htm',
  )
  expect(scriptAddress('fraudnet', at('sandbox', 'http://localhost:3001/x'))).toBe(
    'http://localhost:3001/da/r/fb.js',
  )
})
