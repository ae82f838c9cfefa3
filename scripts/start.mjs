// npm start: installs and builds what is missing, starts sandbox and site, and says where they are.
// npm start -- --empty: without the demo season, for a programme of one's own.
import { requireNode } from './node-version.mjs'
import { checkWords } from './words.mjs'

requireNode()
const empty = '--empty'
checkWords([empty])
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
  { codeWhenAsked: 0 },
)
