import { once } from 'node:events'
import { expect, test } from 'vitest'
import { merchantOf } from './clients.ts'
import { startSandbox } from './running.ts'

test('every sale is on the disk before it is answered', async ({ onTestFinished }) => {
  const sandbox = await startSandbox({}, ['./tests/count-syncs.mjs'])
  onTestFinished(async () => {
    await sandbox.stop()
  })
  const syncs = async () => {
    sandbox.child().send('how many?')
    const [count] = await once(sandbox.child(), 'message')
    return Number(count)
  }
  const before = await syncs()

  for (let number = 1; number <= 25; number++) {
    await merchantOf(sandbox).transaction.sale({ amount: '1.00', paymentMethodNonce: 'fake-valid-nonce' })
  }

  expect((await syncs()) - before).toBeGreaterThanOrEqual(25)
})
