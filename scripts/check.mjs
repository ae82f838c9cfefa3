// npm run check: everything that needs no browser, on PostgreSQL where it is installed, else on PGlite.
import { requireNode } from './node-version.mjs'
import { checkWords } from './words.mjs'

requireNode()
checkWords()
const { checks, vitest } = await import('./checks.mjs')
const { install } = await import('./install.mjs')
const { openPhases } = await import('./phases.mjs')
const { findPostgres, startPostgres } = await import('./postgres.mjs')
const { main } = await import('./tools.mjs')

await main(async () => {
  await install()
  const { phase, checkAll, conclude } = openPhases()
  await checkAll(checks)
  const bin = await findPostgres()
  const postgres = bin ? await startPostgres(bin) : undefined
  if (!postgres) console.log('No PostgreSQL here: tests run on PGlite, and *.race.test.ts wait for npm test.')
  await phase(`tests on ${postgres ? 'PostgreSQL' : 'PGlite'}`, () => vitest({ databaseUrl: postgres?.url }))
  await postgres?.stop()
  conclude()
})
