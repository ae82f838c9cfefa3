// npm run unit: the tests that need no database. A word after `--` keeps those whose path holds it: npm run unit -- dates
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireNode } from './node-version.mjs'

requireNode()
const { install } = await import('./install.mjs')
const { binOf, Failure, main, root, run } = await import('./tools.mjs')

/** What a test imports that works on a database, or on a gateway that has one. */
const needsDatabase = /test\/database\.ts'|'\.\/database\.ts'|startGateway/

const pureTestsOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file))
    .filter((file) => !needsDatabase.test(readFileSync(join(root, file), 'utf8')))

await main(async () => {
  const words = process.argv.slice(2)
  const files = ['web/app', 'web/test', 'dropin/tests']
    .flatMap(pureTestsOf)
    .filter((file) => words.every((word) => file.includes(word)))
  if (files.length === 0)
    throw new Failure(`No test without a database has ${words.join(' and ')} in its path.`)
  await install()
  const { code } = await run(process.execPath, [binOf('vitest'), 'run', ...files], {
    env: { NODE_ENV: 'test' },
    show: true,
  })
  process.exitCode = code
})
