// npm test: everything, on a fresh clone too. Ends with one line 'N passed, N failed'.
import { requireNode } from './node-version.mjs'
import { checkWords } from './words.mjs'

requireNode()
checkWords()
const { checks, vitest } = await import('./checks.mjs')
const { provideChromium } = await import('./chromium.mjs')
const { provideForTests } = await import('./debian.mjs')
const { install } = await import('./install.mjs')
const { openPhases, typed } = await import('./phases.mjs')
const { providePostgres, startPostgres } = await import('./postgres.mjs')
const { needsDatabase, testFilesIn, asksFromOutside } = await import('./test-files.mjs')
const { main } = await import('./tools.mjs')

/**
 * What is different there: one connection for all, its own storage and locks, its own reading of types. So the rooms
 * that move money and places, bring in seasons, keep accounts and backups; of the sandbox its storage, vault and money.
 */
const onPglite = [
  ...testFilesIn('web/app')
    .filter((file) =>
      /app.(books|cart|checkout|mail|meetings|operating|people|refunds|registrations|season)\b/.test(file),
    )
    .filter((file) => needsDatabase(file) && !asksFromOutside(file)),
  'web/test/money/ledger-histories.test.ts',
  ...['durability', 'durability.pglite', 'vault', 'transactions'].map(
    (name) => `sandbox/tests/${name}.test.ts`,
  ),
]

await main(async () => {
  await install()
  await provideChromium()
  await provideForTests()
  const postgres = await startPostgres(await providePostgres())
  const databaseUrl = postgres.url
  // The commands that are typed below take the same cluster.
  process.env.TEST_DATABASE_URL = databaseUrl
  const { phase, check, checkAll, conclude } = openPhases()
  await checkAll(checks)
  // First, since a data folder begins as a copy of the empty database that is built: in half the time.
  await phase('build', () => typed('build'))
  await phase('tests on PostgreSQL', () => vitest({ databaseUrl }))
  await phase('tests on PGlite', () => vitest({ files: onPglite }))
  await phase('journeys in Chromium', () => typed('e2e'))
  // Drills mostly wait.
  await Promise.all([
    phase('calls through the SDK', () => typed('conformance')),
    phase('drills, a short slice', () => typed('drill', '--', '--slice')),
    check('a measurement', () => typed('bench', '--', 'weight')),
  ])
  conclude()
})
