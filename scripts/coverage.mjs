// npm run coverage: writes docs/coverage.md, one row per statement with the tests whose titles cite it, and says what
// has none. With --check it writes nothing and fails when the page is stale or a statement has no test.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plain, readStatements, readTests } from './statements.mjs'
import { root } from './tools.mjs'
import { checkWords } from './words.mjs'

checkWords(['--check'])
const most = 5
const page = join(root, 'docs/coverage.md')
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
const written = `# Coverage: which test shows which statement

Written by \`npm run coverage\` from docs/statements.tsv and the titles of the tests; where a statement has a ruling, the ruling stands here.
${rows.length - bare.length} of ${rows.length} statements have a test.

| id | statement | tests |
|---|---|---|
${rows.map(({ id, text, by }) => `| ${id} | ${escaped(text)} | ${by.map(({ file, title }) => `${escaped(plain(title))} (${file})`).join('<br>')} |`).join('\n')}
`

if (!isCheck) {
  writeFileSync(page, written)
  console.log(`Without a test: ${bare.join(' ') || 'none'}`)
} else if (!existsSync(page) || readFileSync(page, 'utf8') !== written)
  problems.push('docs/coverage.md is stale: run npm run coverage.')
if (isCheck && bare.length) problems.push(`Statements without a test: ${bare.join(' ')}`)
console.log(`${rows.length - bare.length} of ${rows.length} statements have a test`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length ? 1 : 0

function escaped(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
}
