// npm run unit [-- dates]: tests without a database; a word filters paths.
import { requireNode } from './preflight/node-version.mjs'

requireNode()
const { install } = await import('./install.mjs')
const { needsDatabase, testFilesIn } = await import('./checks/test-files.mjs')
const { binPath, Failure, main, run } = await import('./tools.mjs')

await main(async () => {
  const filters = process.argv.slice(2)
  const files = ['web/app', 'web/test', 'dropin/tests']
    .flatMap(testFilesIn)
    .filter((file) => !needsDatabase(file) && filters.every((filter) => file.includes(filter)))
  if (files.length === 0)
    throw new Failure(`No test without a database has ${filters.join(' and ')} in its path.`)
  await install()
  const { code } = await run(process.execPath, [binPath('vitest'), 'run', ...files], {
    env: { NODE_ENV: 'test' },
    show: true,
  })
  process.exitCode = code
})
