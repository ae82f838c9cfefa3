// npm run bench: measurements as ratios; exit code 1 when one misses its bound. npm run bench -- checkouts: only
// these. Some run only by name; `beside` compares with the build in the folder BENCH_BESIDE.
import { join } from 'node:path'
import { checkArguments } from './preflight/arguments.mjs'
import { requireNode } from './preflight/node-version.mjs'

requireNode()
checkArguments([
  'page',
  'weight',
  'widget',
  'queries',
  'checkouts',
  'beside',
  'previews',
  'evening',
  'crowd',
  'processes',
  'gateway',
  'memory',
  'visitors',
  'hour',
  'gateway-memory',
  'growth',
  'lighthouse',
])
const { build } = await import('./build.mjs')
const { provideChromium } = await import('./provision/chromium.mjs')
const { install } = await import('./install.mjs')
const { siblingProgram, providePostgres, startPostgres } = await import('./provision/postgres.mjs')
const { provideProgram } = await import('./provision/debian.mjs')
const { Failure, main, root, run } = await import('./tools.mjs')

await main(async () => {
  const parts = process.argv.slice(2)
  await install()
  const isWeightAlone = parts.length > 0 && parts.every((part) => part === 'weight')
  /** @type {Record<string, string>} */
  const env = isWeightAlone ? {} : await provideMachines()
  if (parts.includes('crowd')) env.NGINX_PROGRAM = await provideCache()
  await build(isWeightAlone ? ['dropin'] : undefined)
  const { code } = await run(process.execPath, ['--import', 'tsx', 'bench.ts', ...parts], {
    cwd: join(root, 'bench'),
    env,
    show: true,
  })
  process.exitCode = code ? 1 : 0
})

/** A PostgreSQL that syncs its commits, pgbench, and a browser. */
async function provideMachines() {
  const bin = await providePostgres()
  const pgbench = siblingProgram(bin, 'pgbench')
  const chromium = await provideChromium()
  const { url } = await startPostgres(bin, { durable: true })
  return {
    BENCH_CLUSTER: url,
    TEST_DATABASE_URL: url,
    PGBENCH: pgbench,
    CHROMIUM: chromium,
  }
}

async function provideCache() {
  const nginx = await provideProgram('nginx')
  if (nginx) return nginx
  throw new Failure('This needs nginx, which is not here and cannot be installed.')
}
