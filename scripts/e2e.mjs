// npm run e2e: the journeys in a real Chromium. What follows `--` goes to Playwright: npm run e2e -- cart --project phone
import { requireNode } from './node-version.mjs'
import { checkFileWords } from './words.mjs'

requireNode()
checkFileWords('e2e', '.spec.ts')
const { build } = await import('./build.mjs')
const { playwright } = await import('./checks.mjs')
const { provideChromium } = await import('./chromium.mjs')
const { install } = await import('./install.mjs')
const { tellTotals } = await import('./phases.mjs')
const { clusterForTests } = await import('./postgres.mjs')
const { main } = await import('./tools.mjs')

await main(async () => {
  await install()
  const chromium = await provideChromium()
  const postgres = await clusterForTests()
  await build()
  const args = process.argv.slice(2)
  tellTotals(await playwright({ chromium, databaseUrl: postgres?.url, args }))
})
