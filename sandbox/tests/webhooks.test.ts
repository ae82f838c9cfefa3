import { expect, test } from 'vitest'
import { type Merchant, merchantClient } from './support/clients.ts'
import { control } from './support/control-client.ts'
import { startSandbox } from './support/running.ts'
import { listenForWebhooks } from './support/webhook-listener.ts'

async function settle(merchant: Merchant) {
  const { transaction } = await merchant.transaction.sale({
    amount: '10.00',
    paymentMethodNonce: 'fake-valid-nonce',
    options: { submitForSettlement: true },
  })
  await merchant.testing.settle(transaction.id)
  return transaction.id
}

async function sandboxWithListener() {
  const listener = await listenForWebhooks(merchantClient({ port: 0 }))
  const sandbox = await startSandbox({
    SANDBOX_MERCHANT: JSON.stringify({ webhookUrl: listener.url, settleAfterSeconds: 1 }),
  })
  const findId = async (merchant: Merchant) => {
    const { signature, payload } = await listener.next()
    const { kind, ...notification } = Object(await merchant.webhookNotification.parse(signature, payload))
    return `${kind} ${notification.transaction.id}`
  }
  return { listener, sandbox, merchant: merchantClient(sandbox), idOf: findId }
}

test('a webhook that could not be delivered before a crash is delivered after it', async ({
  onTestFinished,
}) => {
  const { listener, sandbox, merchant, idOf: findId } = await sandboxWithListener()
  onTestFinished(async () => {
    await sandbox.stop()
    await listener.close()
  })
  const log = async () => {
    const { body } = await control(sandbox, 'GET', '/merchants/integration_merchant_id/webhooks')
    return body.webhooks
  }
  listener.fail(1)
  const id = await settle(merchant)
  await expect.poll(log, { timeout: 20_000 }).toMatchObject([{ subject_id: id, last_answer: '500' }])
  await sandbox.crash()

  expect([await findId(merchant), await findId(merchant)]).toEqual(Array(2).fill(`transaction_settled ${id}`))
  await expect
    .poll(log, { timeout: 20_000 })
    .toMatchObject([{ subject_id: id, tries: 2, state: 'delivered' }])
})

test('a sale that settles by itself is told of though nobody looks at it', async ({ onTestFinished }) => {
  const { listener, sandbox, merchant, idOf: findId } = await sandboxWithListener()
  onTestFinished(async () => {
    await sandbox.stop()
    await listener.close()
  })
  const { transaction } = await merchant.transaction.sale({
    amount: '10.00',
    paymentMethodNonce: 'fake-valid-nonce',
    options: { submitForSettlement: true },
  })

  expect(await findId(merchant)).toBe(`transaction_settled ${transaction.id}`)
})
