import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { merchantClient } from './support/clients.ts'
import { startSandbox } from './support/running.ts'

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads here which fixtures are wanted
const test = base.extend('sandbox', { scope: 'file' }, async ({}, { onCleanup }) => {
  const sandbox = await startSandbox({}, ['./tests/support/count-syncs.mjs'])
  onCleanup(async () => {
    await sandbox.stop()
  })
  return sandbox
})

test('every sale is on the disk before it is answered', async ({ sandbox }) => {
  const syncs = async () => {
    sandbox.child().send('how many?')
    const [count] = await once(sandbox.child(), 'message')
    return Number(count)
  }
  const before = await syncs()

  for (let number = 1; number <= 25; number++) {
    await merchantClient(sandbox).transaction.sale({ amount: '1.00', paymentMethodNonce: 'fake-valid-nonce' })
  }

  expect((await syncs()) - before).toBeGreaterThanOrEqual(25)
})

test('what it writes, nobody but its owner can open', ({ sandbox }) => {
  const { SANDBOX_DATA_DIR: folder = '' } = sandbox.environment
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))]

  expect(paths.length).toBeGreaterThan(900)
  expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
})
