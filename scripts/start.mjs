// npm start: installs and builds what is missing, starts sandbox and site, and says where they are.
import { requireNode } from './node-version.mjs'

requireNode()
const { loadSettings, serve } = await import('./serve.mjs')
const { main } = await import('./tools.mjs')

await main(async () => {
  loadSettings()
  const { install } = await import('./install.mjs')
  const { build } = await import('./build.mjs')
  await install()
  await build()
  await serve()
})
