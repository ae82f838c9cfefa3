import { afterEach, describe, expect } from 'vitest'
import { type CallFault, delayFor } from '../src/fault-injection/fault.ts'
import { type Merchant, searchTransactions } from './support/clients.ts'
import { control, setFaults } from './support/control-client.ts'
import { test } from './support/fixtures.ts'

const sale = (merchant: Merchant, orderId: string) =>
  merchant.transaction.sale({ amount: '12.00', paymentMethodNonce: 'fake-valid-nonce', orderId })
const sold = (merchant: Merchant, orderId: string) =>
  searchTransactions(merchant, (search) => search.orderId().is(orderId))

describe('a fault on demand', () => {
  test('drops the connection after the sale: the caller does not know, the gateway does', async ({
    sandbox,
    merchant,
  }) => {
    await setFaults(sandbox, { operation: 'sale', when: 'after', act: 'drop', times: 1 })

    await expect(sale(merchant, 'dropped')).rejects.toMatchObject({ type: 'unexpectedError' })

    expect(await sold(merchant, 'dropped')).toMatchObject([{ status: 'authorized', amount: '12.00' }])
    expect((await sale(merchant, 'next')).success).toBe(true)
    const { body } = await control(sandbox, 'GET', '/faults')
    expect(body.faults).toMatchObject([{ operation: 'sale', when: 'after', act: 'drop', times: 1, hits: 1 }])
  })

  test('answers with a failure, the work done or not', async ({ sandbox, merchant }) => {
    await setFaults(sandbox, { operation: 'sale', when: 'before', act: 'answer', status: 503 })
    await expect(sale(merchant, 'not-done')).rejects.toMatchObject({ type: 'serviceUnavailableError' })
    await setFaults(sandbox, { operation: 'sale', when: 'after', act: 'answer', status: 500 })
    await expect(sale(merchant, 'done')).rejects.toMatchObject({ type: 'serverError' })

    expect(await sold(merchant, 'not-done')).toHaveLength(0)
    expect(await sold(merchant, 'done')).toHaveLength(1)
  })

  test('delays the answer once the sale is there to be found', async ({ sandbox, merchant }) => {
    await setFaults(sandbox, { operation: 'sale', when: 'after', act: 'delay', milliseconds: 700 })
    const begun = Date.now()
    const slow = sale(merchant, 'slow')
    await expect.poll(() => sold(merchant, 'slow'), { timeout: 600 }).toHaveLength(1)

    expect((await slow).success).toBe(true)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(700)
  })

  test('delays the work too, survives a crash, and shows on the page with what happened', async ({
    sandbox,
    merchant,
  }) => {
    await setFaults(sandbox, {
      operation: 'sale',
      when: 'before',
      act: 'delay',
      milliseconds: 300,
      times: 1,
    })
    await sandbox.crash()

    const slow = sale(merchant, 'late <b>')
    expect(await sold(merchant, 'late <b>')).toHaveLength(0)
    const { transaction } = await slow
    const page = await (await fetch(sandbox.origin)).text()
    expect(page).toContain(transaction.id)
    expect(page).toContain('late &lt;b&gt;')
    expect(page).toContain('waits 300 ms')
  })

  test('that makes no sense is refused', async ({ sandbox }) => {
    const { status, body } = await setFaults(sandbox, { operation: 'sale', when: 'after', act: 'answer' })
    expect(status).toBe(400)
    expect(body.error.message).toContain('needs status')
  })

  afterEach<{ sandbox: { origin: string } }>(async ({ sandbox }) => {
    await setFaults(sandbox)
  })
})

describe('a latency', () => {
  const waits = (latency: CallFault['latency'], seed = 1) =>
    Array.from({ length: 5000 }, (_, call) =>
      delayFor({ when: 'before', act: 'delay', latency, seed }, call),
    ).sort((one, other) => one - other)
  const at = (sorted: number[], share: number) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN

  test('is spread as it says', () => {
    const uniform = waits({ distribution: 'uniform', least: 100, most: 300 })
    expect(at(uniform, 0)).toBeGreaterThanOrEqual(100)
    expect(at(uniform, 0.999)).toBeLessThan(300)
    expect(at(uniform, 0.25)).toBeCloseTo(150, -1)

    const normal = waits({ distribution: 'normal', mean: 500, deviation: 100 })
    expect(at(normal, 0.5)).toBeCloseTo(500, -1)
    expect(at(normal, 0.84)).toBeGreaterThan(580)
    expect(at(normal, 0.84)).toBeLessThan(620)

    const tail = waits({ distribution: 'long_tail', median: 100, p99: 2000 })
    expect(at(tail, 0.5)).toBeGreaterThan(90)
    expect(at(tail, 0.5)).toBeLessThan(110)
    expect(at(tail, 0.99)).toBeGreaterThan(1500)
    expect(at(tail, 0.99)).toBeLessThan(2600)
  })

  test('is the same again with the same seed, and another with another', () => {
    const latency = { distribution: 'uniform', least: 0, most: 1000 } as const
    expect(waits(latency, 7)).toEqual(waits(latency, 7))
    expect(waits(latency, 7)).not.toEqual(waits(latency, 8))
  })
})
