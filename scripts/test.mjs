// npm test: everything. Ends with 'N passed, N failed'.

import { checkArguments } from './preflight/arguments.mjs'
import { requireNode } from './preflight/node-version.mjs'

requireNode()
checkArguments()
const { checks, vitest } = await import('./checks/checks.mjs')
const { provideChromium } = await import('./provision/chromium.mjs')
const { provideForTests } = await import('./provision/debian.mjs')
const { install } = await import('./install.mjs')
const { openPhases, typed } = await import('./checks/phases.mjs')
const { providePostgres, startPostgres } = await import('./provision/postgres.mjs')
const { needsDatabase, testFilesIn, runsFromOutside } = await import('./checks/test-files.mjs')
const { main } = await import('./tools.mjs')

/**
 * Sensitive to PGlite's single connection, storage, locks and types: money, places, seasons, accounts, backups; the
 * sandbox's storage, vault and money.
 */
const onPglite = [
  ...testFilesIn('web/app')
    .filter((file) =>
      /app.(cart|checkout|mail|meetings|operations|people|reconciliation|refunds|registrations|season)\b/.test(
        file,
      ),
    )
    .filter((file) => needsDatabase(file) && !runsFromOutside(file)),
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
  process.env.TEST_DATABASE_URL = databaseUrl
  const { phase, check, checkAll, conclude } = openPhases()
  await checkAll(checks)
  // First: new data folders are copies of the built empty database.
  await phase('build', () => typed('build'))
  await phase('tests on PostgreSQL', () => vitest({ databaseUrl }))
  await phase('tests on PGlite', () => vitest({ files: onPglite }))
  await phase('journeys in Chromium', () => typed('e2e'))
  await Promise.all([
    phase('calls through the SDK', () => typed('conformance')),
    phase('drills, a short slice', () => typed('drill', '--', '--slice')),
    check('a measurement', () => typed('bench', '--', 'weight')),
  ])
  conclude()
})
