// npm run coverage: writes docs/coverage.md, one row per statement with the tests whose titles cite it, and says what
// has none. With --check it writes nothing and fails when the page is stale, or when a statement of P, or one of
// docs/closed.txt, has no test.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plain, readClosed, readStatements, readTests } from './statements.mjs'
import { root } from './tools.mjs'
import { checkWords } from './words.mjs'

checkWords(['--check'])
const most = 5
const page = join(root, 'docs/coverage.md')
const isCheck = process.argv.includes('--check')

const rows = readStatements()
const known = new Set(rows.map(({ id }) => id))
const closed = [...readClosed().values()].flat()

const problems = [
  ...readTests().flatMap(({ title, ids, file }) => [
    ...ids
      .filter((id) => !known.has(id))
      .map((id) => `${file}: "${title}" cites ${id}, which is no statement.`),
    ...(ids.length > most ? [`${file}: "${title}" cites more than ${most} statements.`] : []),
  ]),
  ...closed.filter((id) => !known.has(id)).map((id) => `docs/closed.txt names ${id}, which is no statement.`),
]
const bare = rows.filter(({ by }) => by.length === 0).map(({ id }) => id)
const bareOfP = bare.filter((id) => id.startsWith('P'))
const reopened = bare.filter((id) => closed.includes(id))
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
if (isCheck && bareOfP.length) problems.push(`Statements of P without a test: ${bareOfP.join(' ')}`)
if (isCheck && reopened.length)
  problems.push(`Closed statements (docs/closed.txt) without a test: ${reopened.join(' ')}`)
const shown = rows.filter(({ id, by }) => by.length && id.startsWith('L') && !closed.includes(id))
if (shown.length)
  console.log(`With a test, not yet in docs/closed.txt: ${shown.map(({ id }) => id).join(' ')}`)
console.log(
  `${rows.length - bare.length} of ${rows.length} statements have a test (P: ${bareOfP.length} without)`,
)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length ? 1 : 0

function escaped(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
}
