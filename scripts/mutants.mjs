// npm run mutants [-- commit count]: draws statements of the payment layer by the commit's hash, with their tests.
// Break a line of dropin so that one is untrue, see a test fail, undo it.
import { createHash } from 'node:crypto'
import { plain, readStatements } from './checks/statements.mjs'
import { run } from './tools.mjs'

const statements = readStatements().filter(({ id }) => id.startsWith('L'))

const [, , commit = 'HEAD', count = '20', ...rest] = process.argv
if (!/^[1-9]\d*$/.test(count) || Number(count) > statements.length)
  refuse(`“${count}” is no count: give a whole number from 1 to ${statements.length}.`)
if (rest.length) refuse(`“${rest.join(' ')}” is not known here. Give a commit and a count.`)
const { code, output } = await run('git', ['rev-parse', '--verify', `${commit}^{commit}`])
if (code !== 0) refuse(`“${commit}” is no commit.`)

const seed = output.trim()
const lot = (id) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
const drawn = statements.toSorted((left, right) => (lot(left.id) < lot(right.id) ? -1 : 1))

console.log(`Drawn by ${seed.slice(0, 12)}:`)
for (const { id, text, by } of drawn.slice(0, Number(count))) {
  console.log(`\n${id}  ${text}`)
  for (const { file, title } of by) console.log(`  ${file}: ${plain(title)}`)
}

function refuse(why) {
  console.error(why)
  process.exit(2)
}
