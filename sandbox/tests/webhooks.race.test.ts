import { expect, test } from 'vitest'
import { merchantClient } from './support/clients.ts'
import { freePort, runSandbox, startSandbox } from './support/running.ts'
import { listenForWebhooks } from './support/webhook-listener.ts'

test('two processes on one database deliver each webhook once', async ({ onTestFinished }) => {
  const listener = await listenForWebhooks(merchantClient({ port: 0 }))
  const settings = { SANDBOX_MERCHANT: JSON.stringify({ webhookUrl: listener.url, settleAfterSeconds: 1 }) }
  const sandbox = await startSandbox(settings)
  const port = await freePort()
  const second = await runSandbox({ ...sandbox.environment, ...settings, SANDBOX_PORT: String(port) })
  onTestFinished(async () => {
    second.kill('SIGKILL')
    await sandbox.stop()
    await listener.close()
  })
  const merchants = [merchantClient(sandbox), merchantClient({ port })]
  const sell = async (_: unknown, turn: number) =>
    merchants[turn % 2]?.transaction.sale({
      amount: '10.00',
      paymentMethodNonce: 'fake-valid-nonce',
      options: { submitForSettlement: true },
    })

  const sales = await Promise.all(Array.from({ length: 40 }, sell))

  await expect.poll(() => listener.received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(40)
  await listener.quiet()
  const received = await Promise.all(
    listener.received.map(async ({ signature, payload }) => {
      const notification = Object(await merchants[0]?.webhookNotification.parse(signature, payload))
      return notification.transaction.id
    }),
  )
  expect(received.toSorted()).toEqual(sales.map((sale) => sale?.transaction.id).toSorted())
})
