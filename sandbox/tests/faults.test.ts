import { afterEach, describe, expect } from 'vitest'
import { type Merchant, searchTransactions } from './clients.ts'
import { test } from './fixtures.ts'

const sale = (merchant: Merchant, orderId: string) =>
  merchant.transaction.sale({ amount: '12.00', paymentMethodNonce: 'fake-valid-nonce', orderId })
const sold = (merchant: Merchant, orderId: string) =>
  searchTransactions(merchant, (search) => search.orderId().is(orderId))

async function setFaults(origin: string, faults: object[]) {
  const response = await fetch(`${origin}/control/faults`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ faults }),
  })
  return { status: response.status, body: await response.json() }
}

describe('a fault on demand', () => {
  test('drops the connection after the sale: the caller does not know, the gateway does', async ({
    sandbox,
    merchant,
  }) => {
    await setFaults(sandbox.origin, [{ operation: 'sale', when: 'after', act: 'drop', times: 1 }])

    await expect(sale(merchant, 'dropped')).rejects.toMatchObject({ type: 'unexpectedError' })

    expect(await sold(merchant, 'dropped')).toMatchObject([{ status: 'authorized', amount: '12.00' }])
    expect((await sale(merchant, 'next')).success).toBe(true)
    const { faults } = await (await fetch(`${sandbox.origin}/control/faults`)).json()
    expect(faults).toEqual([{ operation: 'sale', when: 'after', act: 'drop', times: 1, hits: 1 }])
  })

  test('answers with a failure, the work done or not', async ({ sandbox, merchant }) => {
    await setFaults(sandbox.origin, [{ operation: 'sale', when: 'before', act: 'answer', status: 503 }])
    await expect(sale(merchant, 'not-done')).rejects.toMatchObject({ type: 'serviceUnavailableError' })
    await setFaults(sandbox.origin, [{ operation: 'sale', when: 'after', act: 'answer', status: 500 }])
    await expect(sale(merchant, 'done')).rejects.toMatchObject({ type: 'serverError' })

    expect(await sold(merchant, 'not-done')).toHaveLength(0)
    expect(await sold(merchant, 'done')).toHaveLength(1)
  })

  test('delays the answer once the sale is there to be found', async ({ sandbox, merchant }) => {
    await setFaults(sandbox.origin, [{ operation: 'sale', when: 'after', act: 'delay', milliseconds: 700 }])
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
    await setFaults(sandbox.origin, [
      { operation: 'sale', when: 'before', act: 'delay', milliseconds: 300, times: 1 },
    ])
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
    const { status, body } = await setFaults(sandbox.origin, [
      { operation: 'sale', when: 'after', act: 'answer' },
    ])
    expect(status).toBe(400)
    expect(body.error.message).toContain('needs status')
  })

  afterEach<{ sandbox: { origin: string } }>(async ({ sandbox }) => {
    await setFaults(sandbox.origin, [])
  })
})
