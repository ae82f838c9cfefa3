import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/database.server.ts'

const migrations = fileURLToPath(new URL('../database/migrations', import.meta.url))

test('nobody but its owner can open a file of the data folder, and no second process its database', async ({
  onTestFinished,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'courtside-folder-'))
  const { close } = await openDatabase({ dataDir }, migrations)
  onTestFinished(async () => {
    await close()
    rmSync(dataDir, { recursive: true })
  })
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name))

  expect(paths.length).toBeGreaterThan(900)
  expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
  await expect(openDatabase({ dataDir }, migrations)).rejects.toThrow(
    `The data folder ${join(dataDir, 'site')} is in use by another running site. Stop it first.`,
  )
}, 120_000)
