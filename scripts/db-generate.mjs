// npm run db:generate: migrations of site and sandbox.

import { checkArguments } from './preflight/arguments.mjs'
import { requireNode } from './preflight/node-version.mjs'

requireNode()
checkArguments()
const { install } = await import('./install.mjs')
const { main, npm } = await import('./tools.mjs')

await main(async () => {
  await install()
  const { code } = await npm(['run', 'db:generate', '--workspaces', '--if-present'], { show: true })
  process.exitCode = code
})
