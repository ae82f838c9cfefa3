import { expect, test } from 'vitest'
import { type Merchant, merchantOf } from './clients.ts'
import { control } from './control-client.ts'
import { startSandbox } from './running.ts'
import { listenForWebhooks } from './webhook-listener.ts'

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
  const listener = await listenForWebhooks(merchantOf({ port: 0 }))
  const sandbox = await startSandbox({
    SANDBOX_MERCHANT: JSON.stringify({ webhookUrl: listener.url, settleAfterSeconds: 1 }),
  })
  const idOf = async (merchant: Merchant) => {
    const { signature, payload } = await listener.next()
    const { kind, ...told } = Object(await merchant.webhookNotification.parse(signature, payload))
    return `${kind} ${told.transaction.id}`
  }
  return { listener, sandbox, merchant: merchantOf(sandbox), idOf }
}

test('a webhook that could not be delivered before a crash is delivered after it', async ({
  onTestFinished,
}) => {
  const { listener, sandbox, merchant, idOf } = await sandboxWithListener()
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

  expect([await idOf(merchant), await idOf(merchant)]).toEqual(Array(2).fill(`transaction_settled ${id}`))
  await expect
    .poll(log, { timeout: 20_000 })
    .toMatchObject([{ subject_id: id, tries: 2, state: 'delivered' }])
})

test('a sale that settles by itself is told of though nobody looks at it', async ({ onTestFinished }) => {
  const { listener, sandbox, merchant, idOf } = await sandboxWithListener()
  onTestFinished(async () => {
    await sandbox.stop()
    await listener.close()
  })
  const { transaction } = await merchant.transaction.sale({
    amount: '10.00',
    paymentMethodNonce: 'fake-valid-nonce',
    options: { submitForSettlement: true },
  })

  expect(await idOf(merchant)).toBe(`transaction_settled ${transaction.id}`)
})
