// npm run check: everything that needs no browser, on PostgreSQL where it is installed, else on PGlite.
// npm run check -- types: only the checks with these words in their names, and no tests.
import { requireNode } from './node-version.mjs'

requireNode()
const { checks, vitest } = await import('./checks.mjs')
const { install } = await import('./install.mjs')
const { openPhases } = await import('./phases.mjs')
const { clusterForTests } = await import('./postgres.mjs')
const { Failure, main } = await import('./tools.mjs')

await main(async () => {
  const words = process.argv.slice(2)
  const chosen = checks.filter(({ name }) => words.every((word) => name.includes(word)))
  if (!chosen.length)
    throw new Failure(
      `No check has ${words.join(' and ')} in its name: ${checks.map(({ name }) => name).join(', ')}.`,
    )
  await install()
  const { phase, checkAll, conclude } = openPhases()
  await checkAll(chosen)
  if (words.length) return conclude()
  const postgres = await clusterForTests()
  if (!postgres) console.log('No PostgreSQL here: tests run on PGlite, and *.race.test.ts wait for npm test.')
  await phase(`tests on ${postgres ? 'PostgreSQL' : 'PGlite'}`, () => vitest({ databaseUrl: postgres?.url }))
  await postgres?.stop()
  conclude()
})
