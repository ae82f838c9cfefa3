// npm run e2e [-- cart --project phone]: journeys in Chromium; arguments go to Playwright.

import { checkFileArguments } from './preflight/arguments.mjs'
import { requireNode } from './preflight/node-version.mjs'

requireNode()
checkFileArguments('e2e', '.spec.ts')
const { build } = await import('./build.mjs')
const { playwright } = await import('./checks/checks.mjs')
const { provideChromium } = await import('./provision/chromium.mjs')
const { install } = await import('./install.mjs')
const { reportTotals } = await import('./checks/phases.mjs')
const { clusterForTests } = await import('./provision/postgres.mjs')
const { main } = await import('./tools.mjs')

await main(async () => {
  await install()
  const chromium = await provideChromium()
  const postgres = await clusterForTests()
  await build()
  const args = process.argv.slice(2)
  const firstOption = args.findIndex((argument) => argument.startsWith('-'))
  // Of file names only: Playwright would match the folders too.
  const inFileName = (argument, at) =>
    /^[\w.-]+$/.test(argument) && (firstOption === -1 || at < firstOption)
      ? `/[^/]*${argument}[^/]*$`
      : argument
  reportTotals(await playwright({ chromium, databaseUrl: postgres?.url, args: args.map(inFileName) }))
})
