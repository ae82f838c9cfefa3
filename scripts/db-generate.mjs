// npm run db:generate: the migrations for changed tables, of the site and of the sandbox.
import { requireNode } from './node-version.mjs'
import { checkWords } from './words.mjs'

requireNode()
checkWords()
const { install } = await import('./install.mjs')
const { main, npm } = await import('./tools.mjs')

await main(async () => {
  await install()
  const { code } = await npm(['run', 'db:generate', '--workspaces', '--if-present'], { show: true })
  process.exitCode = code
})
