// npm run outdated: packages behind their newest version, which need a line in docs/decisions/0011-dependencies.md.
// --check is offline: its lines and the lock's optional packages must be right.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkArguments } from './preflight/arguments.mjs'
import { Failure, main, npm, readJson, root } from './tools.mjs'

checkArguments(['--check'])

const note = 'docs/decisions/0011-dependencies.md'
const { workspaces } = readJson(join(root, 'package.json'))
const { packages } = readJson(join(root, 'package-lock.json'))
const manifests = ['', ...workspaces].map((folder) => packages[folder])
const ours = new Set(
  manifests.flatMap(({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies }),
  ),
)

/** `| name | 7 | why |`: a major or a longer prefix. */
const lines = [
  ...readFileSync(join(root, note), 'utf8').matchAll(/^\| `([^`]+)` \| (\d[\d.]*) \| (.+) \|$/gm),
].map(([, name, stays, why]) => ({ name, stays, why }))

await main(async () => {
  const problems = process.argv.includes('--check')
    ? [...lines.filter(isWrong).map(wrong), ...missingOptionals()]
    : await behindWithoutLine()
  if (problems.length) throw new Failure(problems.join('\n'))
})

function isWrong({ name, stays }) {
  const installed = listVersions(name)
  return (
    !ours.has(name) ||
    !installed.length ||
    installed.some((version) => !`${version}.`.startsWith(`${stays}.`))
  )
}

function wrong({ name, stays }) {
  const installed = listVersions(name).join(' and ') || 'none'
  return `${note}: ${name} is said to stay at ${stays}, but installed is ${installed}.`
}

function listVersions(name) {
  const places = ['', ...workspaces.map((folder) => `${folder}/`)]
  return places.flatMap((place) => packages[`${place}node_modules/${name}`]?.version ?? [])
}

/** npm silently leaves optional packages of other systems out of the lock. */
function missingOptionals() {
  const held = new Set(Object.keys(packages).map((place) => place.split('node_modules/').at(-1)))
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !held.has(name))
      .map((name) => `package-lock.json: ${place} wants ${name}, which has no entry: npm ci fails.`),
  )
}

async function behindWithoutLine() {
  const behind = (await outdated()).filter(isHeldBack)
  for (const { name, current, latest } of behind) {
    const line = lines.find((line) => line.name === name)
    console.log(`${name} ${current}, newest ${latest}: ${line?.why ?? `no line in ${note}`}`)
  }
  const without = behind.filter(({ name }) => !lines.some((line) => line.name === name))
  return without.map(({ name, latest }) => `Take ${name} ${latest}, or say in ${note} why not.`)
}

function isHeldBack({ current, wanted, latest }) {
  return wanted !== latest || toMajor(current) !== toMajor(latest)
}

function toMajor(version) {
  return /^(0\.)?\d+/.exec(version)?.[0]
}

/** npm skips versions that do not support this Node. */
async function outdated() {
  const { output } = await npm(['outdated', '--json', '--loglevel=error'])
  const answer = JSON.parse(/^\{[\s\S]*^\}|^\{\}/m.exec(output)?.[0] ?? '{"error":true}')
  if (answer.error) throw new Failure(`The package registry did not answer.\n${output}`)
  return Object.entries(answer)
    .filter(([name]) => !workspaces.includes(name))
    .map(([name, found]) => ({ name, ...[found].flat()[0] }))
}
