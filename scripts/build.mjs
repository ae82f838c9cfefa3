import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { Failure, npm, root, run, step } from './tools.mjs'

const emptyDatabases = ['build', 'sandbox/build'].map((folder) => join(folder, 'empty-database.tar.gz'))

const builds = [
  {
    name: 'database',
    title: 'an empty database',
    from: [],
    to: 'sandbox/build',
    makes: emptyDatabases,
    run: makeEmptyDatabase,
  },
  { name: 'sandbox', title: 'the sandbox', from: ['sandbox'], to: 'sandbox/dist' },
  { name: 'dropin', title: 'the payment widget and its frames', from: ['dropin'], to: 'dropin/dist' },
  {
    name: 'web',
    title: 'the site',
    from: ['web', 'dropin/src', 'dropin/agreed'],
    to: 'web/build/server',
    makes: ['web/build/client', 'web/build/commands'],
  },
]

export async function build(names = builds.map(({ name }) => name)) {
  const due = builds.filter(({ name }) => names.includes(name)).filter(isDue)
  for (const [index, { name, title, from, to, run = () => runBuild(name) }] of due.entries()) {
    const stamp = hashFolders(from)
    await step(`Building ${title} (${index + 1} of ${due.length})`, async () => {
      const { code, output } = await run()
      if (code !== 0) throw new Failure(`${output}\nBuilding ${title} failed; the reason is above.`)
    })
    writeFileSync(join(root, to, '.stamp'), stamp)
  }
}

const runBuild = (workspace) =>
  npm(['run', 'build', '--workspace', workspace], { env: { NODE_ENV: 'production' } })

function makeEmptyDatabase() {
  const files = emptyDatabases.map((file) => join(root, file))
  return run(process.execPath, ['empty-database.mjs', ...files], { cwd: join(root, 'web') })
}

export const isBuilt = () => !builds.some(isDue)

/** @param {{ from: string[], to: string, makes?: string[] }} build */
export function isDue({ from, to, makes = [] }) {
  const stamp = join(root, to, '.stamp')
  const isWhole = [stamp, ...makes.map((path) => join(root, path))].every(existsSync)
  return !isWhole || readFileSync(stamp, 'utf8') !== hashFolders(from)
}

export function hashFolders(folders) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of folders)
    for (const path of filesIn(join(root, folder)).sort())
      hash
        .update(relative(root, path).split(sep).join('/'))
        .update('\0')
        .update(readFileSync(path))
        .update('\0')
  return hash.digest('hex')
}

const notSources =
  /^(node_modules|build|dist|data|test|tests|coverage|test-results|\.react-router)$|\.(test|spec)\.tsx?$/

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !notSources.test(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })
}
