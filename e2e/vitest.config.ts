import { configDefaults, defineConfig } from 'vitest/config'

const isWhole = process.env.DRILL === 'whole'

/** The drills: the built site as processes on PostgreSQL, killed and crowded. `npm run drill` runs them whole. */
export default defineConfig({
  test: {
    name: 'drills',
    include: ['drills/*.drill.ts'],
    // What restoring must do is tested in web, too.
    exclude: [...configDefaults.exclude, ...(isWhole ? [] : ['drills/restore.drill.ts'])],
    // Whole, each drill has the machine to itself; of the slices two fit, since they mostly wait.
    fileParallelism: !isWhole,
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
