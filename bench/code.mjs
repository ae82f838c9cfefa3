// node bench/code.mjs 368debe HEAD [-- web/app/season]: size of the product at each commit, or of these folders;
// tests, locales and generated files apart.
import { execFileSync } from 'node:child_process'
import ts from 'typescript'

const isProduct = /^(web|dropin|sandbox|scripts|deploy)\/.*\.(tsx?|mjs|css)$/
const isNone =
  /\.test\.|\.race\.|(^|\/)(tests?|played|stand-ins|conformance|preview)\/|\/messages\/locales\/|\/database\/migrations\/|^dropin\/src\/api\/(?!dropin)/
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 })

const separator = process.argv.indexOf('--')
const refs = process.argv.slice(2, separator === -1 ? undefined : separator)
const folders = separator === -1 ? [] : process.argv.slice(separator + 1)

function readFigures(ref) {
  const all = git('ls-tree', '-r', '--name-only', ref, '--', ...folders)
    .trim()
    .split('\n')
  const names = all.filter((name) => isProduct.test(name) && !isNone.test(name))
  const files = names.map((name) => ({ name, text: git('show', `${ref}:${name}`) }))
  const lines = files.map(({ text }) => countLines(text))
  const functions = files.flatMap(({ name, text }) =>
    name.endsWith('.css') ? [] : listFunctions(name, text),
  )
  return {
    files: files.length,
    lines: sum(lines),
    'letters a line': Math.round(sum(files.map(({ text }) => text.length)) / sum(lines)),
    'lines of a file, median': share(lines, 0.5),
    'p90 ': share(lines, 0.9),
    'most ': Math.max(...lines),
    functions: functions.length,
    'lines of a function, p90': share(functions, 0.9),
    most: Math.max(...functions),
    'words of documents': sum(all.filter((name) => /\.md$/.test(name)).map((name) => countWords(ref, name))),
  }
}

const countLines = (text) => text.split('\n').length - 1
const countWords = (ref, name) => git('show', `${ref}:${name}`).split(/\s+/).filter(Boolean).length
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0)
const share = (numbers, part) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length * part)]

function listFunctions(name, text) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false)
  const found = []
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body)
      found.push(lineAt(source, node.end) - lineAt(source, node.getStart(source)) + 1)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const lineAt = (source, position) => source.getLineAndCharacterOfPosition(position).line

const columns = Object.fromEntries((refs.length > 0 ? refs : ['HEAD']).map((ref) => [ref, readFigures(ref)]))
console.table(columns)
