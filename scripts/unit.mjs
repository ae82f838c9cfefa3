// npm run unit: the tests that need no database. A word after `--` keeps those whose path holds it: npm run unit -- dates
import { requireNode } from './node-version.mjs'

requireNode()
const { install } = await import('./install.mjs')
const { needsDatabase, testFilesIn } = await import('./test-files.mjs')
const { binOf, Failure, main, run } = await import('./tools.mjs')

await main(async () => {
  const words = process.argv.slice(2)
  const files = ['web/app', 'web/test', 'dropin/tests']
    .flatMap(testFilesIn)
    .filter((file) => !needsDatabase(file) && words.every((word) => file.includes(word)))
  if (files.length === 0)
    throw new Failure(`No test without a database has ${words.join(' and ')} in its path.`)
  await install()
  const { code } = await run(process.execPath, [binOf('vitest'), 'run', ...files], {
    env: { NODE_ENV: 'test' },
    show: true,
  })
  process.exitCode = code
})
