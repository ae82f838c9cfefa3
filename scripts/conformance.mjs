// npm run conformance [-- faults merchants]: calls through the official SDK, all or these areas of
// sandbox/conformance/areas, on PostgreSQL where installed, else on PGlite.
import { readdirSync } from 'node:fs'
import { requireNode } from './preflight/node-version.mjs'

requireNode()
const { build } = await import('./build.mjs')
const { conformance } = await import('./checks/checks.mjs')
const { install } = await import('./install.mjs')
const { clusterForTests } = await import('./provision/postgres.mjs')
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
