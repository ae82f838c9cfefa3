import { defineConfig } from 'vitest/config'
import { callReporter } from './reporter.ts'

/** The list of calls through the official SDK: `npm run conformance` in the root. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['areas/*.ts'],
    globalSetup: '../tests/support/bundle.ts',
    reporters: [callReporter()],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    isolate: false,
  },
})
