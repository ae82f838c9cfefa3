// npm run dev: site, widget, sandbox and card frames, each reloaded when its sources change.
import { requireNode } from './node-version.mjs'

requireNode()
const { install } = await import('./install.mjs')
const { endsByItself, loadSettings } = await import('./serve.mjs')
const { settingsOf, startWatching } = await import('./services.mjs')
const { main } = await import('./tools.mjs')

await main(
  async () => {
    loadSettings()
    await install()
    const env = settingsOf(process.env, 'development')
    await Promise.race(startWatching(env).map(endsByItself))
  },
  { codeWhenAsked: 0 },
)
