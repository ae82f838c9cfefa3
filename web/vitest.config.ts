import { defaultServerConditions } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

export default defineConfig({
  ssr: { resolve: { conditions: ['courtside', ...defaultServerConditions] } },
  test: {
    // Pages link it: it needs its address.
    css: { include: /every-page/ },
    name: 'web',
    include: ['app/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    globalSetup: '../sandbox/tests/bundle.ts',
    // PGlite is one connection: what several connections do at once is tested on PostgreSQL alone.
    exclude: [...configDefaults.exclude, ...(onPostgres ? [] : ['**/*.race.test.ts'])],
    setupFiles: './test/quiet.ts',
    isolate: false,
    // A worker's first test on PGlite waits for it to start.
    testTimeout: onPostgres ? 30_000 : 120_000,
    hookTimeout: 60_000,
  },
})
