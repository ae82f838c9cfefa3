// npm run build: installs and builds what is missing, and starts nothing: for a server and for an image.
import { requireNode } from './node-version.mjs'
import { checkWords } from './words.mjs'

requireNode()
checkWords()
const { build } = await import('./build.mjs')
const { install } = await import('./install.mjs')
const { main } = await import('./tools.mjs')

await main(async () => {
  await install()
  await build()
})
