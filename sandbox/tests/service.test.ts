import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as plain } from 'vitest'
import { merchantClient, searchTransactions } from './support/clients.ts'
import { test } from './support/fixtures.ts'
import { freePort, runSandbox, startSandbox } from './support/running.ts'

test('a client token outlives a restart', async ({ sandbox, merchant }) => {
  const { clientToken } = await merchant.clientToken.generate({})
  const { configUrl, authorizationFingerprint } = JSON.parse(Buffer.from(clientToken, 'base64').toString())
  await sandbox.crash()

  const response = await fetch(`${configUrl}?${new URLSearchParams({ authorizationFingerprint })}`)
  expect(response.status).toBe(200)
})

test('wrong keys are 401, what is not offered is a 404 that names it', async ({ sandbox, merchant }) => {
  await expect(merchantClient(sandbox, 'wrong').transaction.find('any')).rejects.toMatchObject({
    type: 'authenticationError',
  })
  await expect(merchant.transaction.find('nothere')).rejects.toMatchObject({ type: 'notFoundError' })
  await expect(merchant.plan.all()).rejects.toMatchObject({ type: 'notFoundError' })

  const keys = Buffer.from('integration_public_key:integration_private_key').toString('base64')
  const response = await fetch(`${sandbox.origin}/merchants/integration_merchant_id/plans`, {
    headers: { Authorization: `Basic ${keys}` },
  })
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('There is no GET /merchants/integration_merchant_id/plans here.')
  expect((await fetch(`${sandbox.origin}/nowhere`)).status).toBe(404)
})

test('browsers of any origin may call the client API, not the rest', async ({ sandbox }) => {
  const preflight = (path: string) =>
    fetch(`${sandbox.origin}${path}`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://shop.example.org',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,braintree-version,content-type',
      },
    })
  for (const path of ['/graphql', '/merchants/integration_merchant_id/client_api/v1/payment_methods']) {
    const { headers } = await preflight(path)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-headers')).toBe('Content-Type,Authorization,Braintree-Version')
    expect(headers.get('access-control-allow-methods')).toBe('GET,POST,OPTIONS')
  }
  expect((await preflight('/control/faults')).headers.get('access-control-allow-origin')).toBeNull()
  expect(await (await fetch(`${sandbox.origin}/health`)).json()).toEqual({ status: 'ok' })
})

plain('pages of card fields come from the folder that a setting names', async ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), 'frames-'))
  await mkdir(join(folder, 'web/assets'), { recursive: true })
  const html = `<title>A card field</title>${' '.repeat(2000)}`
  writeFileSync(join(folder, 'web/page.html'), html)
  writeFileSync(join(folder, 'web/assets/1a2b.js'), '')
  const sandbox = await startSandbox({ SANDBOX_FRAMES_DIR: folder })
  onTestFinished(async () => {
    await sandbox.stop()
    rmSync(folder, { recursive: true })
  })
  const page = await fetch(`${sandbox.origin}/web/page.html`)

  expect(await page.text()).toBe(html)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'max-age=5',
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  })
  const again = await fetch(`${sandbox.origin}/web/page.html`, {
    headers: { 'if-none-match': page.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
  const script = await fetch(`${sandbox.origin}/web/assets/1a2b.js`)
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('without such a folder a card field says where to read on', async ({ sandbox }) => {
  const page = await fetch(`${sandbox.origin}/web/3.99.0/html/hosted-fields-frame.html`)

  expect(page.status).toBe(404)
  expect(await page.text()).toContain('sandbox/README.md says how to get the card fields.')
})

plain('sales settle by themselves after the delay, for find and search alike', async ({ onTestFinished }) => {
  const sandbox = await startSandbox({ SANDBOX_MERCHANT: '{"settleAfterSeconds": 1}' })
  onTestFinished(async () => {
    await sandbox.stop()
  })
  const merchant = merchantClient(sandbox)
  const sell = () =>
    merchant.transaction.sale({
      amount: '33.10',
      paymentMethodNonce: 'fake-valid-nonce',
      orderId: 'clock',
      options: { submitForSettlement: true },
    })
  const [{ transaction: found }, { transaction: refunded }] = [await sell(), await sell()]
  expect(found.status).toBe('submitted_for_settlement')

  const settled = () =>
    searchTransactions(merchant, (search) => [search.orderId().is('clock'), search.status().is('settled')])
  await expect.poll(settled, { timeout: 5000 }).toHaveLength(2)
  const { statusHistory } = await merchant.transaction.find(found.id)
  expect(statusHistory?.at(-1)).toMatchObject({ status: 'settled', amount: '33.10' })
  expect((await merchant.transaction.refund(refunded.id)).success).toBe(true)
})

plain('faults can be set for the start, before the first call', async ({ onTestFinished }) => {
  const faults = [{ operation: 'client_token', when: 'before', act: 'answer', status: 503 }]
  const sandbox = await startSandbox({ SANDBOX_MERCHANT: JSON.stringify({ faults }) })
  onTestFinished(async () => {
    await sandbox.stop()
  })

  await expect(merchantClient(sandbox).clientToken.generate({})).rejects.toMatchObject({
    type: 'serviceUnavailableError',
  })
})

plain(
  'ends cleanly when asked, and tells what stops a start',
  async () => {
    const sandbox = await startSandbox()
    const port = String(await freePort())

    await expect(runSandbox({ ...sandbox.environment, SANDBOX_PORT: 'many' })).rejects.toThrow(
      'The setting SANDBOX_PORT is wrong: it must be a number. (exit code 1)',
    )
    const faults = { SANDBOX_PORT: port, SANDBOX_DATA_DIR: '/tmp', SANDBOX_MERCHANT: '{"faults": "drop"}' }
    await expect(runSandbox(faults)).rejects.toThrow(
      'The setting SANDBOX_MERCHANT.faults is wrong: it must be a list of faults.',
    )
    const others = { SANDBOX_PORT: port, SANDBOX_DATA_DIR: import.meta.dirname }
    await expect(runSandbox(others)).rejects.toThrow('holds other files: name an empty one.')
    if (sandbox.environment.SANDBOX_DATA_DIR) {
      await expect(runSandbox({ ...sandbox.environment, SANDBOX_PORT: port })).rejects.toThrow(
        'is in use by another process',
      )
    } else {
      await expect(runSandbox(sandbox.environment)).rejects.toThrow(`The port ${sandbox.port} is in use`)
      await expect(
        runSandbox({ SANDBOX_PORT: port, SANDBOX_DATABASE_URL: 'postgres://127.0.0.1:1/no' }),
      ).rejects.toThrow('The database at SANDBOX_DATABASE_URL cannot be reached.')
    }
    expect(await sandbox.stop()).toBe(0)
  },
  120_000,
)
