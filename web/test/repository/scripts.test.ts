import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hashFolders, isDue } from '../../../scripts/build.mjs'
import { countTests } from '../../../scripts/checks/checks.mjs'
import { isInstalled } from '../../../scripts/install.mjs'
import { findProgram } from '../../../scripts/provision/debian.mjs'
import { binPath, run } from '../../../scripts/tools.mjs'
import { aTerminal } from '../harness/terminal.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const commands = Object.keys(JSON.parse(read('package.json')).scripts)
const noWords = '“nonsense” is not known here. This command takes no words.'

/** What each command says of a word that it does not know. */
const refusals: Record<string, unknown> = {
  start: '“nonsense” is not known here. Known are --empty.',
  build: noWords,
  dev: noWords,
  check: expect.stringMatching(
    /^No check has nonsense in its name: format and lint, [\w, ’'-]+, tests by statement\.$/,
  ),
  test: noWords,
  'db:generate': noWords,
  coverage: '“nonsense” is not known here. Known are --check.',
  outdated: '“nonsense” is not known here. Known are --check.',
  bench:
    '“nonsense” is not known here. Known are page, weight, widget, queries, checkouts, beside, previews, evening, crowd, processes, gateway, memory, visitors, hour, gateway-memory, growth, lighthouse.',
  e2e: expect.stringMatching(/^“nonsense” is not known here\. Known are account, [\w, -]+, widths\.$/),
  drill:
    '“nonsense” is not known here. Known are cache.whole, clocks.whole, cuts, deploying.whole, disk-full.whole, fail-over-patroni.whole, fail-over.whole, gateway.whole, kills, kills-at-desk.whole, kills-of-deeds.whole, kills-of-offers.whole, last-places, late, letters, mail.whole, node-versions.whole, pooler.whole, restore.whole, start, upgrade.whole.',
  mutants: '“nonsense” is no commit.',
  unit: 'No test without a database has nonsense in its path.',
  conformance: expect.stringMatching(/^There is no area nonsense, only addresses, [\w, -]+, webhooks\.$/),
}
/** Lines that must succeed, and how what they say ends: the shortest part of those that take minutes. */
const lines: Record<string, RegExp> = {
  'npm run check -- held': /^✓ +[\d.]+ s {2}packages held back\n\n\d+ s in all\n1 passed, 0 failed$/,
  'npm run unit -- dates': /Test Files .*\d passed.*\n.*Tests .*\d passed/,
  'npm run coverage -- --check': /^\d+ of \d+ statements have a test$/,
  'npm run outdated -- --check': /^$/,
  // Draws by a commit: a copy of the files alone has none.
  ...(existsSync(new URL('.git', root)) &&
    findProgram('git') && {
      'npm run mutants -- HEAD 3': /^Drawn by [\da-f]{12}:(\n\nL\d.+(\n {2}.+)+){3}$/,
    }),
  'npm run db:generate': /No schema changes[\s\S]*No schema changes/,
  'npx vitest add-to-cart': /add-to-cart\.test\.ts[\s\S]*Tests .*\d passed/,
}
/** These are typed elsewhere: in a drill, in commands.test.ts, by npm test itself. */
const inDrill = ['start', 'dev']
const inCommands = ['season', 'record-payment', 'family', 'team', 'backup', 'restore', 'doctor', 'books']
const inWholeRun = ['build', 'e2e', 'conformance', 'drill', 'bench']
// Each line starts npm and a program.
const slow = { timeout: 120_000 }

test('what was built and then deleted is built again, beside a stamp that is right', () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-built-'))
  const to = relative(fileURLToPath(root), folder)
  const build = { from: ['deploy'], to, makes: [join(to, 'one'), join(to, 'other')] }
  for (const made of ['one', 'other']) writeFileSync(join(folder, made), '')
  writeFileSync(join(folder, '.stamp'), hashFolders(build.from))
  expect(isDue(build)).toBe(false)

  rmSync(join(folder, 'other'))

  expect(isDue(build)).toBe(true)
  rmSync(folder, { recursive: true })
})

test('a built site starts with the packages that it runs with, without those of its makers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-pruned-'))
  const record = join(folder, 'record.json')
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: true }> }
  const keep = (isKept: (path: string) => boolean) =>
    writeFileSync(
      record,
      JSON.stringify({ packages: Object.fromEntries(pruned.filter(([path]) => isKept(path))) }),
    )
  const pruned = Object.entries(packages).filter(([, { dev }]) => !dev)

  keep(() => true)
  expect([true, false].map((withDev) => isInstalled({ withDev, record }))).toEqual([false, true])
  keep((path) => path !== 'node_modules/react')
  expect(isInstalled({ withDev: false, record })).toBe(false)
  expect(read('scripts/start.mjs')).toContain('install({ withDev: !isReady })')
  rmSync(folder, { recursive: true })
})

test(
  'every command refuses a word that it does not know, in one sentence, before it installs or builds',
  slow,
  async () => {
    const { type, close } = aTerminal()

    const answers = await Promise.all(
      Object.keys(refusals).map(async (name) => ({ name, ...(await type(`npm run ${name} -- nonsense`)) })),
    )

    expect([...Object.keys(refusals), ...inCommands].sort()).toEqual([...commands].sort())
    for (const { name, code, said } of answers) {
      expect(said, name).toEqual(refusals[name])
      expect([1, 2], name).toContain(code)
    }
    expect((await type('npm run mutants -- HEAD many')).said).toMatch(/^“many” is no count: .+ 1 to \d+\.$/)
    expect((await type('npx vitest nonsense')).said).toContain('No test files found')
    close()
  },
)

test('every command does what docs/commands.md says of it', slow, async () => {
  const { type, close } = aTerminal()

  for (const [line, words] of Object.entries(lines)) {
    const { code, said } = await type(line)
    expect(said, line).toMatch(words)
    expect(code, line).toBe(0)
  }

  const typed = Object.keys(lines).flatMap((line) => /^npm run (\S+)/.exec(line)?.[1] ?? [])
  const known = [...typed, ...inDrill, ...inCommands, ...inWholeRun, 'test', 'mutants']
  expect([...new Set(known)].sort()).toEqual([...commands].sort())
  for (const name of inWholeRun) expect(read('scripts/test.mjs')).toContain(`typed('${name}'`)
  for (const name of inDrill) expect(read('e2e/drills/start.drill.ts')).toContain(`'${name}'`)
  close()
})

test(
  'a test that lacks a program of this machine is named as not run; one that is skipped by hand is a failure',
  slow,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'courtside-counted-'))
    const vitest = JSON.stringify(fileURLToPath(new URL('node_modules/vitest/dist/index.js', root)))
    const needing = JSON.stringify(fileURLToPath(new URL('web/test/harness/needing.ts', root)))
    const written = (last: string) => `
    import { test } from ${vitest}
    import { needing } from ${needing}
    test('runs', needing('sh'), () => {})
    test('lacks a program', needing('no-such-program'), () => {})
    ${last}`
    const count = (last: string) => {
      writeFileSync(join(folder, 'some.test.ts'), written(last))
      const args = [binPath('vitest'), 'run', '--root', folder, '--reporter=json']
      return countTests((report: string) => run(process.execPath, [...args, `--outputFile=${report}`]))
    }

    const lacking = await count('')
    const skipped = await count(`test.skip('left by accident', () => {})`)
    rmSync(folder, { recursive: true })

    const notRun = ['lacks a program (no-such-program is not here)']
    expect(lacking, lacking.output).toMatchObject({ passed: 1, failed: 0, notRun })
    expect(skipped, skipped.output).toMatchObject({ passed: 1, failed: 1, notRun })
  },
)
