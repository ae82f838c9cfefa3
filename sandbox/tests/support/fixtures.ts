import { test as base } from 'vitest'
import { merchantClient } from './clients.ts'
import { startSandbox } from './running.ts'

/** One sandbox for all tests of a file, and a merchant that talks to it through the official SDK. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads here which fixtures are wanted
  .extend('sandbox', { scope: 'file' }, async ({}, { onCleanup }) => {
    const sandbox = await startSandbox()
    onCleanup(async () => {
      await sandbox.stop()
    })
    return sandbox
  })
  .extend('merchant', { scope: 'file' }, ({ sandbox }) => merchantClient(sandbox))
