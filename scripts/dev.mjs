// npm run dev: site, widget, sandbox and card frames, each reloaded when its sources change.
import { requireNode } from './node-version.mjs'
import { checkWords } from './words.mjs'

requireNode()
checkWords()
const { install } = await import('./install.mjs')
const { loadSettings, serveWatching } = await import('./serve.mjs')
const { main } = await import('./tools.mjs')

await main(
  async () => {
    loadSettings()
    await install()
    await serveWatching()
  },
  { codeWhenAsked: 0 },
)
