// npm run coverage: writes docs/coverage.md, one row per statement with the tests whose titles cite it, and says what
// has none. With --check it writes nothing and fails when the page is stale or a statement of P has no test.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from './tools.mjs'
import { checkWords } from './words.mjs'

checkWords(['--check'])
const most = 5
const page = join(root, 'docs/coverage.md')
const isCheck = process.argv.includes('--check')

const statements = readFileSync(join(root, 'docs/statements.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([id, , statement, ruling]) => ({ id, text: ruling || statement }))
const known = new Set(statements.map(({ id }) => id))
const tests = ['web', 'dropin', 'sandbox', 'e2e']
  .flatMap((room) => testFiles(join(root, room)))
  .flatMap(titlesOf)

const problems = tests.flatMap(({ title, ids, file }) => [
  ...ids
    .filter((id) => !known.has(id))
    .map((id) => `${file}: "${title}" cites ${id}, which is no statement.`),
  ...(ids.length > most ? [`${file}: "${title}" cites more than ${most} statements.`] : []),
])
const rows = statements.map(({ id, text }) => ({ id, text, by: tests.filter(({ ids }) => ids.includes(id)) }))
const bare = rows.filter(({ by }) => by.length === 0)
const bareOfP = bare.filter(({ id }) => id.startsWith('P'))
const written = `# Coverage: which test shows which statement

Written by \`npm run coverage\` from docs/statements.tsv and the titles of the tests; where a statement has a ruling, the ruling stands here.
${statements.length - bare.length} of ${statements.length} statements have a test.

| id | statement | tests |
|---|---|---|
${rows.map(({ id, text, by }) => `| ${id} | ${escaped(text)} | ${by.map(({ file, title }) => `${escaped(plain(title))} (${file})`).join('<br>')} |`).join('\n')}
`

if (!isCheck) {
  writeFileSync(page, written)
  console.log(`Without a test: ${bare.map(({ id }) => id).join(' ') || 'none'}`)
} else {
  if (!existsSync(page) || readFileSync(page, 'utf8') !== written)
    problems.push('docs/coverage.md is stale: run npm run coverage.')
  if (bareOfP.length)
    problems.push(`Statements of P without a test: ${bareOfP.map(({ id }) => id).join(' ')}`)
}
console.log(
  `${statements.length - bare.length} of ${statements.length} statements have a test (P: ${bareOfP.length} without)`,
)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length ? 1 : 0

/** In the order of their names on every system, so that the page is the same everywhere. */
function testFiles(folder) {
  const entries = readdirSync(folder, { withFileTypes: true })
  const byName = entries.sort((left, right) => (left.name < right.name ? -1 : 1))
  return byName.flatMap((entry) => {
    if (/^(node_modules|build|dist|\.react-router|test-results)$/.test(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return testFiles(path)
    return /\.(test|spec|drill)\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** Titles of `test('…')`, `test.each(…)('…')` and the like, as they stand in the source. */
function titlesOf(path) {
  const file = relative(root, path).replaceAll('\\', '/')
  const found = []
  const visit = (node) => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [first] = node.arguments
      if (first && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))) {
        const title = first.getText().slice(1, -1)
        found.push({ file, title, ids: title.match(/\b[PL]\d+\.\d+\b/g) ?? [] })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true))
  return found
}

function isTest(callee) {
  if (ts.isIdentifier(callee)) return callee.text === 'test' || callee.text === 'it'
  return (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) && isTest(callee.expression)
}

function plain(title) {
  return title
    .replace(/\s*\(?\b[PL]\d+\.\d+\b\)?/g, '')
    .replaceAll("\\'", "'")
    .trim()
}

function escaped(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
}
