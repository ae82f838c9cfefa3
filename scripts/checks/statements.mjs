import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from '../tools.mjs'

export function readStatements() {
  const tests = readTests()
  return readFileSync(join(root, 'docs/statements.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([id, , statement, ruling]) => ({
      id,
      text: ruling || statement,
      by: tests.filter(({ ids }) => ids.includes(id)),
    }))
}

export const readTests = () =>
  ['web', 'dropin', 'sandbox', 'e2e'].flatMap((room) => testFiles(join(root, room))).flatMap(listTitles)

export function plain(title) {
  return title
    .replace(/\s*\(?\b[PL]\d+\.\d+\b\)?/g, '')
    .replaceAll("\\'", "'")
    .trim()
}

/** Sorted, so that the output is equal on every system. */
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

function listTitles(path) {
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
