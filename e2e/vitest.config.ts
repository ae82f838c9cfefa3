import { configDefaults, defineConfig } from 'vitest/config'

const isWhole = process.env.DRILL === 'whole'
const hasPatroni = ['PATRONI', 'ETCD', 'HAPROXY'].every((name) => process.env[`${name}_PROGRAM`])
/** Those that have no slice, and those for which this machine lacks something, which the command says. */
const left = isWhole
  ? [
      ...(process.env.NGINX_PROGRAM ? [] : ['drills/cache.whole.drill.ts']),
      ...(process.env.PGBOUNCER_PROGRAM ? [] : ['drills/pooler.whole.drill.ts']),
      ...(process.env.CAN_MOUNT ? [] : ['drills/disk-full.whole.drill.ts']),
      ...(hasPatroni ? [] : ['drills/fail-over-patroni.whole.drill.ts']),
      ...(process.env.CAN_BOOT ? [] : ['drills/deploying.whole.drill.ts']),
      ...(process.env.FAKETIME_PROGRAM ? [] : ['drills/clocks.whole.drill.ts']),
    ]
  : ['drills/*.whole.drill.ts']

/** The drills: the built site as processes on PostgreSQL, killed and crowded. `npm run drill` runs them whole. */
export default defineConfig({
  test: {
    name: 'drills',
    include: ['drills/*.drill.ts'],
    exclude: [...configDefaults.exclude, ...left],
    // Whole, each drill has the machine to itself; of the slices three fit, since they mostly wait.
    fileParallelism: !isWhole,
    maxWorkers: 3,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
