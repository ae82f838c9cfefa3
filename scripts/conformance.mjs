// npm run conformance: our list of calls through the official SDK, on PostgreSQL where it is installed, else on PGlite.
// npm run conformance -- faults merchants: only these areas (the files of sandbox/conformance/areas).
import { readdirSync } from 'node:fs'
import { requireNode } from './node-version.mjs'

requireNode()
const { build } = await import('./build.mjs')
const { conformance } = await import('./checks.mjs')
const { install } = await import('./install.mjs')
const { clusterForTests } = await import('./postgres.mjs')
const { Failure, main } = await import('./tools.mjs')

await main(async () => {
  const areas = process.argv.slice(2)
  const folder = new URL('../sandbox/conformance/areas/', import.meta.url)
  const all = readdirSync(folder).map((file) => file.replace('.ts', ''))
  const unknown = areas.filter((name) => !all.includes(name))
  if (unknown.length) throw new Failure(`There is no area ${unknown.join(', ')}, only ${all.join(', ')}.`)
  await install()
  await build(['sandbox'])
  const postgres = await clusterForTests()
  const { code } = await conformance({ databaseUrl: postgres?.url, areas })
  await postgres?.stop()
  process.exitCode = code ? 1 : 0
})
