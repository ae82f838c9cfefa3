// npm start: installs and builds what is missing, starts sandbox and site, and says where they are.
import { requireNode } from './node-version.mjs'
import { checkWords } from './words.mjs'

requireNode()
checkWords()
const { main } = await import('./tools.mjs')
const { install } = await import('./install.mjs')
const { build, isBuilt } = await import('./build.mjs')
const { loadSettings, serve } = await import('./serve.mjs')

await main(
  async () => {
    loadSettings()
    const isReady = isBuilt()
    await install({ withDev: !isReady })
    if (!isReady) await build()
    await serve()
  },
  { codeWhenAsked: 0 },
)
