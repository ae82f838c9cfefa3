// npm run dev: site, widget, sandbox and card frames, reloaded on changes.

import { checkArguments } from './preflight/arguments.mjs'
import { requireNode } from './preflight/node-version.mjs'

requireNode()
checkArguments()
const { install } = await import('./install.mjs')
const { loadSettings, serveWatching } = await import('./serve.mjs')
const { main } = await import('./tools.mjs')

await main(
  async () => {
    loadSettings()
    await install()
    await serveWatching()
  },
  { signalCode: 0 },
)
