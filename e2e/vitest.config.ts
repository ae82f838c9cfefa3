import { defineConfig } from 'vitest/config'

/** The drills: the built site as processes on PostgreSQL, killed and crowded. `npm run drill` runs them whole. */
export default defineConfig({
  test: {
    name: 'drills',
    include: ['drills/*.drill.ts'],
    // Whole, each drill has the machine to itself; of the slices two fit, since they mostly wait.
    fileParallelism: process.env.DRILL !== 'whole',
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
