// npm start [-- --empty]: installs, builds, starts sandbox and site; --empty without the demo season.

import { checkArguments } from './preflight/arguments.mjs'
import { requireNode } from './preflight/node-version.mjs'

requireNode()
const empty = '--empty'
checkArguments([empty])
const { main } = await import('./tools.mjs')
const { install } = await import('./install.mjs')
const { build, isBuilt } = await import('./build.mjs')
const { loadSettings, serve } = await import('./serve.mjs')

await main(
  async () => {
    if (process.argv.includes(empty)) process.env.FIRST_SEASON = 'none'
    loadSettings()
    const isReady = isBuilt()
    await install({ withDev: !isReady })
    if (!isReady) await build()
    await serve()
  },
  { signalCode: 0 },
)
