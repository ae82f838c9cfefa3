import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Config } from '@react-router/dev/config'
import { expect, test } from 'vitest'
import config from '../../react-router.config.ts'

test('every build of the site, by React Router’s own command too, leaves scripts and styles compressed beside themselves', async ({
  onTestFinished,
}) => {
  const buildDirectory = mkdtempSync(join(tmpdir(), 'courtside-build-'))
  onTestFinished(() => rmSync(buildDirectory, { recursive: true }))
  const assets = join(buildDirectory, 'client/assets')
  mkdirSync(assets, { recursive: true })
  const script = 'serve() '.repeat(200)
  writeFileSync(join(assets, 'play.js'), script)
  writeFileSync(join(assets, 'small.css'), 'a {}')
  writeFileSync(join(assets, 'ball.webp'), script)

  const { buildEnd }: Config = config
  await buildEnd?.({ reactRouterConfig: { buildDirectory } } as Parameters<
    NonNullable<Config['buildEnd']>
  >[0])

  expect(readdirSync(assets).sort()).toEqual([
    'ball.webp',
    'play.js',
    'play.js.br',
    'play.js.gz',
    'small.css',
  ])
  const read = (name: string) => readFileSync(join(assets, name))
  expect(brotliDecompressSync(read('play.js.br')).toString()).toBe(script)
  expect(gunzipSync(read('play.js.gz')).toString()).toBe(script)
})
