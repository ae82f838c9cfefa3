// npm run coverage: writes coverage/statements.md, the tests of each statement. With --check it writes nothing. Fails
// when a statement has no test.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { plain, readStatements, readTests } from './checks/statements.mjs'
import { checkArguments } from './preflight/arguments.mjs'
import { root } from './tools.mjs'

checkArguments(['--check'])
const most = 5
const page = join(root, 'coverage/statements.md')
const isCheck = process.argv.includes('--check')

const rows = readStatements()
const known = new Set(rows.map(({ id }) => id))

const problems = readTests().flatMap(({ title, ids, file }) => [
  ...ids
    .filter((id) => !known.has(id))
    .map((id) => `${file}: "${title}" cites ${id}, which is no statement.`),
  ...(ids.length > most ? [`${file}: "${title}" cites more than ${most} statements.`] : []),
])
const bare = rows.filter(({ by }) => by.length === 0).map(({ id }) => id)
if (bare.length) problems.push(`Statements without a test: ${bare.join(' ')}`)

if (!isCheck) {
  mkdirSync(dirname(page), { recursive: true })
  writeFileSync(page, `| id | statement | tests |\n|---|---|---|\n${rows.map(formatRow).join('\n')}\n`)
  console.log(`Written: ${page}`)
}
console.log(`${rows.length - bare.length} of ${rows.length} statements have a test`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length ? 1 : 0

function formatRow({ id, text, by }) {
  const tests = by.map(({ file, title }) => `${escaped(plain(title))} (${file})`)
  return `| ${id} | ${escaped(text)} | ${tests.join('<br>')} |`
}

function escaped(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
}
