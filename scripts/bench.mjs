// npm run bench: the figures of the site, as ratios, in one run. Exit code 1 when one is out of its bound.
// npm run bench -- checkouts: only some of them. crowd, evening, gateway-memory, growth, hour, lighthouse, previews,
// processes and visitors are measured when they are named; so is beside, the checkouts of this build against those of another,
// whose folder BENCH_BESIDE names.
import { join } from 'node:path'
import { requireNode } from './node-version.mjs'
import { checkWords } from './words.mjs'

requireNode()
checkWords([
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
const { provideChromium } = await import('./chromium.mjs')
const { install } = await import('./install.mjs')
const { programBeside, providePostgres, startPostgres } = await import('./postgres.mjs')
const { provideProgram } = await import('./debian.mjs')
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

/** A PostgreSQL that syncs its commits, its yardstick, and a browser. */
async function provideMachines() {
  const bin = await providePostgres()
  const pgbench = programBeside(bin, 'pgbench')
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
