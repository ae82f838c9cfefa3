import { expect } from 'vitest'
import { browserClient, merchantClient, searchTransactions } from './support/clients.ts'
import { newMerchant, sdkClient, setFaults } from './support/control-client.ts'
import { test } from './support/fixtures.ts'
import { freePort, runSandbox } from './support/running.ts'

const twoMerchants = test.extend('other', { scope: 'file' }, async ({ sandbox }, { onCleanup }) => {
  const port = await freePort()
  const child = await runSandbox({ ...sandbox.environment, SANDBOX_PORT: String(port) })
  onCleanup(() => {
    child.kill('SIGKILL')
  })
  return merchantClient({ port })
})

twoMerchants('two processes on one database show each other what they do', async ({ merchant, other }) => {
  const { customer } = await merchant.customer.create({ paymentMethodNonce: 'fake-valid-visa-nonce' })
  const { transaction } = await other.transaction.sale({ amount: '10.00', customerId: customer.id })

  expect((await merchant.transaction.void(transaction.id)).success).toBe(true)
  expect((await other.transaction.find(transaction.id)).status).toBe('voided')
})

twoMerchants(
  'of one nonce sold twenty times at once, one sale is made',
  async ({ sandbox, merchant, other }) => {
    const nonce = await (await browserClient(sandbox, merchant)).nonce({
      number: '4111111111111111',
      expirationMonth: '1',
      expirationYear: '2031',
    })
    const sell = (_: unknown, turn: number) =>
      [merchant, other][turn % 2]?.transaction.sale({ amount: '5.00', paymentMethodNonce: nonce })

    const results = await Promise.all(Array.from({ length: 20 }, sell))

    expect(results.filter((result) => result?.success)).toHaveLength(1)
  },
)

twoMerchants('one request key sent twenty times at once makes one sale', async ({ merchant, other }) => {
  const request = {
    amount: '5.00',
    paymentMethodNonce: 'fake-valid-nonce',
    orderId: 'once',
    apiRequestKey: 'once',
  }
  const sell = (_: unknown, turn: number) => [merchant, other][turn % 2]?.transaction.sale(request as never)

  const results = await Promise.all(Array.from({ length: 20 }, sell))

  expect(new Set(results.map((result) => result?.transaction.id)).size).toBe(1)
  expect(await searchTransactions(other, (search) => search.orderId().is('once'))).toHaveLength(1)
})

twoMerchants('of refunds at once, no more than was paid goes through', async ({ merchant, other }) => {
  const { transaction } = await merchant.transaction.sale({
    amount: '10.00',
    paymentMethodNonce: 'fake-valid-nonce',
    options: { submitForSettlement: true },
  })
  await merchant.testing.settle(transaction.id)
  const refund = (_: unknown, turn: number) =>
    [merchant, other][turn % 2]?.transaction.refund(transaction.id, '3.00')

  const results = await Promise.all(Array.from({ length: 12 }, refund))

  expect(results.filter((result) => result?.success)).toHaveLength(3)
})

twoMerchants(
  'of methods saved at once for a new customer, one is the default',
  async ({ merchant, other }) => {
    const { customer } = await merchant.customer.create({})
    const save = (_: unknown, turn: number) =>
      [merchant, other][turn % 2]?.paymentMethod.create({
        customerId: customer.id,
        paymentMethodNonce: 'fake-valid-visa-nonce',
      })

    await Promise.all(Array.from({ length: 8 }, save))

    const { creditCards } = await other.customer.find(customer.id)
    expect(creditCards).toHaveLength(8)
    expect(creditCards?.filter((card) => card.default)).toHaveLength(1)
  },
)

twoMerchants(
  'a sale and a saving of one nonce at once never wait for each other',
  async ({ sandbox, merchant, other }) => {
    const { customer } = await merchant.customer.create({})
    const browser = await browserClient(sandbox, merchant)
    const card = { number: '4111111111111111', expirationMonth: '1', expirationYear: '2031' }
    // After so many ms PostgreSQL looks whether two wait for each other, and ends one.
    const deadlockTimeout = 1000
    let ended = 0
    for (let round = 0; round < 6; round++) {
      const paymentMethodNonce = await browser.nonce(card)
      const options = { storeInVault: true }
      const began = performance.now()

      const [saved, sold] = await Promise.all([
        merchant.customer.update(customer.id, { paymentMethodNonce }),
        other.transaction.sale({ amount: '5.00', customerId: customer.id, paymentMethodNonce, options }),
      ])

      expect([saved.success, sold.success].toSorted()).toEqual([false, true])
      if (performance.now() - began >= deadlockTimeout) ended++
    }
    // A machine that stands still for a second is not meant.
    expect(ended).toBeLessThan(3)
  },
)

twoMerchants(
  'a fault set at one process hits calls of both, no more often than it says',
  async ({ sandbox, merchant, other }) => {
    const fault = { operation: 'client_token', when: 'before', act: 'answer', status: 503, times: 3 }
    await setFaults(sandbox, fault)
    const ask = (_: unknown, turn: number) => [merchant, other][turn % 2]?.clientToken.generate({})

    const results = await Promise.allSettled(Array.from({ length: 12 }, ask))

    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  },
)

twoMerchants('a merchant added at one process is served by both', async ({ sandbox, other }) => {
  const { keys } = await newMerchant(sandbox, { id: 'club' })
  const there = sdkClient({ port: Number(other.config.environment.port) }, keys)

  const { transaction } = await there.transaction.sale({
    amount: '10.00',
    paymentMethodNonce: 'fake-valid-nonce',
  })

  expect(await sdkClient(sandbox, keys).transaction.find(transaction.id)).toMatchObject({
    status: 'authorized',
  })
  await expect(other.transaction.find(transaction.id)).rejects.toMatchObject({ type: 'notFoundError' })
})
