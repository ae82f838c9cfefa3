// npm run build: installs and builds, for a server or an image.

import { checkArguments } from './preflight/arguments.mjs'
import { requireNode } from './preflight/node-version.mjs'

requireNode()
checkArguments()
const { build } = await import('./build.mjs')
const { install } = await import('./install.mjs')
const { main } = await import('./tools.mjs')

await main(async () => {
  await install()
  await build()
})
