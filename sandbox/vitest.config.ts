import { configDefaults, defineConfig } from 'vitest/config'

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

export default defineConfig({
  test: {
    name: 'sandbox',
    include: ['tests/**/*.test.ts'],
    globalSetup: './tests/support/bundle.ts',
    // PGlite is one connection and one process: what several do at once is tested on PostgreSQL alone.
    exclude: [...configDefaults.exclude, ...(onPostgres ? ['**/*.pglite.test.ts'] : ['**/*.race.test.ts'])],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
