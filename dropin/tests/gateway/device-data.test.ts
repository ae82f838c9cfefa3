import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Running } from '../../src/model/running.ts'
import { wait } from '../../src/platform/waits.ts'
import { openDeviceData } from '../../src/request-payment-method/device-data.ts'
import * as code from '../../src/request-payment-method/load-collector.ts'
import { aNetwork } from '../network.ts'
import { aBeginning } from '../running.ts'

let network: ReturnType<typeof aNetwork>
let logged: unknown[]

beforeEach(() => {
  vi.useFakeTimers()
  network = aNetwork()
  logged = []
  vi.spyOn(console, 'error').mockImplementation((problem) => void logged.push(problem))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Collector = { getDeviceData: () => Promise<string>; teardown: () => Promise<void> }
const works: Collector = {
  getDeviceData: async () => '{"correlation_id":"1"}',
  teardown: async () => undefined,
}
const aPart = (collector: Collector) => ({ create: vi.fn(async (_: object) => collector) })

/** Device data of a widget whose page has this part, or whose files do not load. */
function begin(part: object | Error, dataCollector: Running['options']['dataCollector'] = true) {
  const ending = new AbortController()
  const running = aBeginning({ options: { dataCollector, nonce: 'n' }, ended: ending.signal })
  const loadCode = vi.fn(async () => {
    if (part instanceof Error) throw part
    vi.stubGlobal('braintree', { dataCollector: part })
    return code
  })
  running.loadCode = loadCode
  const status = () => running.store.read().dependencies.dataCollector
  return { running, ending, loadCode, status, device: openDeviceData(running) }
}

test('what collects is loaded where a shop wants data: the page’s own part is taken, ours where it has none (L7.29)', async () => {
  const unwanted = begin(aPart(works), false)
  expect([unwanted.loadCode.mock.calls.length, unwanted.status()]).toEqual([0, 'not-enabled'])

  const part = aPart(works)
  const collected = begin(part, { kount: true })
  expect(collected.status()).toBe('initializing')
  await vi.advanceTimersByTimeAsync(0)
  expect(collected.loadCode).toHaveBeenCalledWith('data-collector')
  expect(part.create.mock.lastCall?.[0]).toMatchObject({ kount: true, nonce: 'n' })
  expect([collected.device.read(), collected.status()]).toEqual(['{"correlation_id":"1"}', 'done'])

  const added: string[] = []
  const createElement = () => ({ addEventListener: () => undefined, setAttribute: () => undefined })
  const append = ({ src }: { src?: string }) => src && added.push(src)
  vi.stubGlobal('document', { createElement, querySelector: () => null, head: { append }, body: { append } })
  begin({})
  vi.stubGlobal('braintree', undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(added).toEqual([expect.stringMatching(/\/fb\.js$/)])
})

test('device data that cannot be had are told to console and analytics, and the widget goes on (L8.67)', async () => {
  const silent = begin(aPart({ ...works, getDeviceData: () => Promise.reject(new Error('blocked')) }))
  const missing = begin(new Error('404'))
  await vi.advanceTimersByTimeAsync(0)

  for (const { status, device } of [silent, missing])
    expect([status(), device.read()]).toEqual(['failed', undefined])
  expect(logged).toEqual([
    expect.objectContaining({ name: 'DropinError', message: 'Data Collector failed to set up.' }),
    expect.objectContaining({ message: 'Data Collector failed to set up.' }),
  ])
  expect(network.map(({ body }) => body.analytics)).toEqual([
    [expect.objectContaining({ kind: 'web.dropin.data-collector.setup-failed' })],
    [expect.objectContaining({ kind: 'web.dropin.data-collector.setup-failed' })],
  ])
})

test('nobody waits longer than 5 seconds for device data; requests carry them once they are there', async () => {
  const getDeviceData = () => wait(6000).then(() => 'late')
  const { status, device } = begin(aPart({ ...works, getDeviceData }))

  await vi.advanceTimersByTimeAsync(4999)
  expect(status()).toBe('initializing')
  await vi.advanceTimersByTimeAsync(1)
  expect([status(), device.read(), logged]).toEqual(['failed', undefined, []])
  await vi.advanceTimersByTimeAsync(1000)
  expect(device.read()).toBe('late')
})

test('teardown ends the collector, also one that came too late, and says when that fails (L4.75)', async () => {
  const teardown = vi.fn(() => Promise.reject(new Error('broken')))
  const failing = begin(aPart({ ...works, teardown }))
  await vi.advanceTimersByTimeAsync(0)
  await expect(failing.device.close()).rejects.toThrow(
    expect.objectContaining({
      name: 'DropinError',
      message: 'Drop-in errored tearing down Data Collector.',
    }),
  )

  const late = { ...works, teardown: vi.fn(works.teardown) }
  const over = begin(aPart(late))
  over.ending.abort()
  await over.device.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(late.teardown).toHaveBeenCalledTimes(1)
  expect(logged).toEqual([])
})
