import { defineConfig } from 'vitest/config'

/** The drills: the built site as processes on PostgreSQL, killed and crowded. `npm run drill` runs them whole. */
export default defineConfig({
  test: {
    name: 'drills',
    include: ['drills/*.drill.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
