// npm run drill: the long runs, whole. Kills and crowds against the built site on a PostgreSQL that syncs its commits.
import { requireNode } from './node-version.mjs'
import { checkFileWords } from './words.mjs'

requireNode()
checkFileWords('e2e/drills', '.drill.ts')
const { build } = await import('./build.mjs')
const { drills } = await import('./checks.mjs')
const { install } = await import('./install.mjs')
const { providePostgres, startPostgres } = await import('./postgres.mjs')
const { main } = await import('./tools.mjs')

await main(async () => {
  await install()
  const postgres = await startPostgres(await providePostgres(), { durable: true })
  await build()
  const { failed } = await drills({ databaseUrl: postgres.url, isWhole: true, args: process.argv.slice(2) })
  process.exitCode = failed ? 1 : 0
})
