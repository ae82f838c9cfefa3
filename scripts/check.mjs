// npm run check [-- types]: checks and tests without a browser, on PostgreSQL where installed, else on PGlite; or only
// the named checks.
import { requireNode } from './preflight/node-version.mjs'

requireNode()
const { checks, vitest } = await import('./checks/checks.mjs')
const { install } = await import('./install.mjs')
const { openPhases } = await import('./checks/phases.mjs')
const { clusterForTests } = await import('./provision/postgres.mjs')
const { Failure, main } = await import('./tools.mjs')

await main(async () => {
  const filters = process.argv.slice(2)
  const chosen = checks.filter(({ name }) => filters.every((filter) => name.includes(filter)))
  if (!chosen.length)
    throw new Failure(
      `No check has ${filters.join(' and ')} in its name: ${checks.map(({ name }) => name).join(', ')}.`,
    )
  await install()
  const { phase, checkAll, conclude } = openPhases()
  await checkAll(chosen)
  if (filters.length) return conclude()
  const postgres = await clusterForTests()
  if (!postgres) console.log('No PostgreSQL here: tests run on PGlite, and *.race.test.ts wait for npm test.')
  await phase(`tests on ${postgres ? 'PostgreSQL' : 'PGlite'}`, () => vitest({ databaseUrl: postgres?.url }))
  await postgres?.stop()
  conclude()
})
