import { configDefaults, defineConfig } from 'vitest/config'

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

export default defineConfig({
  test: {
    name: 'web',
    include: ['app/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    // PGlite is one connection: what several connections do at once is tested on PostgreSQL alone.
    exclude: [...configDefaults.exclude, ...(onPostgres ? [] : ['**/*.race.test.ts'])],
    globalSetup: './test/template.ts',
    setupFiles: './test/quiet.ts',
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
