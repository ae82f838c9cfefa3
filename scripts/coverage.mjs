// npm run coverage: writes coverage/statements.md, which git leaves out: one row per statement with the tests whose
// titles cite it. With --check it writes nothing. Both fail when a statement has no test.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { plain, readStatements, readTests } from './statements.mjs'
import { root } from './tools.mjs'
import { checkWords } from './words.mjs'

checkWords(['--check'])
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
  writeFileSync(page, `| id | statement | tests |\n|---|---|---|\n${rows.map(lineOf).join('\n')}\n`)
  console.log(`Written: ${page}`)
}
console.log(`${rows.length - bare.length} of ${rows.length} statements have a test`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length ? 1 : 0

function lineOf({ id, text, by }) {
  const tests = by.map(({ file, title }) => `${escaped(plain(title))} (${file})`)
  return `| ${id} | ${escaped(text)} | ${tests.join('<br>')} |`
}

function escaped(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
}
