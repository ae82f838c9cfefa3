// npm run mutants: draws twenty closed statements of the drop-in, by lot of the last commit, each with the tests that
// cite it. Break for each one line in dropin/src or dropin/frames so that it is untrue, run its tests, see one of them
// fail, and undo the line. With a commit's hash behind it the draw of that commit is shown again.
import { createHash } from 'node:crypto'
import { plain, readClosed, readStatements } from './statements.mjs'
import { run } from './tools.mjs'

const count = 20
const heading = 'The drop-in'

const [, , commit = 'HEAD'] = process.argv
const { code, output } = await run('git', ['rev-parse', '--verify', `${commit}^{commit}`])
if (code !== 0) {
  console.error(`“${commit}” is no commit.`)
  process.exit(2)
}
const seed = output.trim()
const lot = (id) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
const drawn = (readClosed().get(heading) ?? []).toSorted((left, right) => (lot(left) < lot(right) ? -1 : 1))
const statements = new Map(readStatements().map((statement) => [statement.id, statement]))

console.log(`Drawn by ${seed.slice(0, 12)}:`)
for (const id of drawn.slice(0, count)) {
  const { text, by } = statements.get(id) ?? { text: 'is no statement', by: [] }
  console.log(`\n${id}  ${text}`)
  for (const { file, title } of by) console.log(`  ${file}: ${plain(title)}`)
}
