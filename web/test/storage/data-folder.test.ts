import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/database/database.server.ts'

const migrations = fileURLToPath(new URL('../../database/migrations', import.meta.url))

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

test('a database that cannot be opened ends the start with a sentence that names its setting', async () => {
  const refusal = (where: { dataDir: string; databaseUrl?: string }) =>
    openDatabase(where, migrations).then(
      () => 'opened',
      (problem) => `${problem.constructor.name}: ${problem.message}`,
    )
  const dataDir = fileURLToPath(import.meta.url)
  const cannot = 'The database of DATABASE_URL cannot be reached:'

  expect(await refusal({ dataDir })).toBe(
    `SettingsProblem: The setting DATA_DIR is wrong: ${join(dataDir, 'site')} cannot be opened (ENOTDIR).`,
  )
  for (const [databaseUrl, kind, why] of [
    ['postgres://nobody@127.0.0.1:9/none', 'PassingProblem', 'connect ECONNREFUSED 127.0.0.1:9.'],
    ['postgres://nobody:a/b@127.0.0.1:9/none', 'SettingsProblem', 'Invalid URL.'],
    ['postgres://nobody@127.0.0.1:99999/none', 'SettingsProblem', 'Invalid URL.'],
    [
      'postgres://nobody@127.0.0.1:9/none?sslmode=verify-full&sslrootcert=/no',
      'SettingsProblem',
      'ENOENT: no such file or directory',
    ],
  ] as const)
    expect(await refusal({ dataDir, databaseUrl })).toContain(`${kind}: ${cannot} ${why}`)
})
