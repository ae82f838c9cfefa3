import { defaultServerConditions } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)
/** Longer with as many rounds as `test/harness/rounds.ts` runs. */
const races = Number(process.env.RACES ?? 10)

export default defineConfig({
  ssr: { resolve: { conditions: ['courtside', ...defaultServerConditions] } },
  test: {
    // Pages link it: it needs its address.
    css: { include: /every-page/ },
    name: 'web',
    include: ['app/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    globalSetup: '../sandbox/tests/support/bundle.ts',
    // PGlite has one connection: races are tested on PostgreSQL only.
    exclude: [...configDefaults.exclude, ...(onPostgres ? [] : ['**/*.race.test.ts'])],
    setupFiles: './test/harness/quiet.ts',
    isolate: false,
    // A worker's first test waits for PGlite's start.
    testTimeout: onPostgres ? Math.max(30_000, 3000 * races) : 120_000,
    hookTimeout: 60_000,
  },
})
