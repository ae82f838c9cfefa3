import { expect } from 'vitest'
import { type Merchant, searchTransactions } from './support/clients.ts'
import { test } from './support/fixtures.ts'

/** Sells, and voids or settles two of three; notes what was answered as soon as it was. */
async function trade(merchant: Merchant, number: number, answered: Map<string, string>) {
  const { transaction } = await merchant.transaction.sale({
    amount: `${number + 1}.00`,
    paymentMethodNonce: 'fake-valid-nonce',
    orderId: 'crash',
    options: { submitForSettlement: true },
  })
  const { id, status } = transaction
  answered.set(id, status)
  if (number % 3 === 0) return
  // Until the answer comes, either may be true.
  answered.delete(id)
  if (number % 3 === 1) await merchant.transaction.void(id)
  else await merchant.testing.settle(id)
  answered.set(id, number % 3 === 1 ? 'voided' : 'settled')
}

test('what was answered is there after the process is killed in the middle of more, again and again', async ({
  sandbox,
  merchant,
}) => {
  const answered = new Map<string, string>()
  for (const crash of [1, 2]) {
    const trades = Array.from({ length: 30 }, (_, number) => trade(merchant, number, answered))
    const ended = Promise.allSettled(trades)
    await expect.poll(() => answered.size, { interval: 5, timeout: 20_000 }).toBeGreaterThan(crash * 5)
    await sandbox.crash()
    await ended
  }

  const stored = await searchTransactions(merchant, (search) => search.orderId().is('crash'))
  const statuses = new Map(stored.map(({ id, status }) => [id, status]))
  expect([...answered].filter(([id, status]) => statuses.get(id) !== status)).toEqual([])
}, 120_000)
