// npm run conformance: our list of calls through the official SDK, on PostgreSQL where it is installed, else on PGlite.
// npm run conformance -- faults merchants: only these areas (the files of sandbox/conformance/areas).
import { requireNode } from './node-version.mjs'

requireNode()
const { conformance } = await import('./checks.mjs')
const { install } = await import('./install.mjs')
const { findPostgres, startPostgres } = await import('./postgres.mjs')
const { main } = await import('./tools.mjs')

await main(async () => {
  await install()
  const bin = await findPostgres()
  const postgres = bin ? await startPostgres(bin) : undefined
  const { failed } = await conformance({
    databaseUrl: postgres?.url,
    areas: process.argv.slice(2),
    show: true,
  })
  await postgres?.stop()
  process.exitCode = failed ? 1 : 0
})
