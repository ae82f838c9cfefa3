import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aTerminal } from './terminal.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const documents = ['README.md', 'docs/operating.md', 'docs/going-live.md', 'docs/deploying.md']
const mark = '# not run here'

/** Lines of the documents that are run below, and what they say. */
const here: Record<string, RegExp> = {
  'npm sbom --sbom-format=cyclonedx --omit=dev --package-lock-only': /"bomFormat": "CycloneDX"[\s\S]*"hono@/,
}
/** These ask systemd, where a machine has it. */
const ofSystemd: Record<string, RegExp> = {
  'systemd-analyze verify deploy/courtside.service': /^$/,
  'systemd-analyze security --offline=true deploy/courtside.service': /exposure level for \S+: [01]\.\d OK/,
}
/** Commands that other tests type, with any words. */
const elsewhere: Record<string, string> = {
  'npm start': 'e2e/drills/start.drill.ts',
  'npm test': 'scripts/test.mjs',
  'npm run dev': 'e2e/drills/start.drill.ts',
  'npm run check': 'web/test/scripts.test.ts',
  'npm run unit': 'web/test/scripts.test.ts',
  'npm run coverage': 'web/test/scripts.test.ts',
  'npm run outdated': 'web/test/scripts.test.ts',
  'npm run mutants': 'web/test/scripts.test.ts',
  'npm run db:generate': 'web/test/scripts.test.ts',
  'npm run e2e': 'scripts/test.mjs',
  'npm run drill': 'scripts/test.mjs',
  'npm run conformance': 'scripts/test.mjs',
  'npm run bench': 'scripts/test.mjs',
  'npm run build': 'scripts/test.mjs',
  'npm run season': 'web/test/commands.test.ts',
  'npm run record-payment': 'web/test/commands.test.ts',
  'npm run family': 'web/test/commands.test.ts',
  'npm run team': 'web/test/commands.test.ts',
  'npm run backup': 'e2e/drills/restore.whole.drill.ts',
  'npm run restore': 'e2e/drills/restore.whole.drill.ts',
  'npm run doctor': 'web/test/commands.test.ts',
  'npm run books': 'web/test/commands.test.ts',
}

/** Lines of indented and fenced blocks that begin with a program, and commands in the text. */
function commandsOf(text: string): string[] {
  const program =
    /^(?: {4}|\$ )*((?:sudo |npm |npx |node |docker |git |systemctl |systemd-|useradd |install |cp |curl |psql |pg_|openssl |nginx ).*)$/
  const lines = text
    .split('\n')
    .flatMap((line) => (/^ {4}/.test(line) ? (program.exec(line)?.[1] ?? []) : []))
  const inText = [...text.matchAll(/`(npm (?:start|test|run|sbom)\b[^`]*)`/g)].map(
    ([, command = '']) => command,
  )
  return [...lines, ...inText].map((line) => line.trim().replace(' --silent', ''))
}

test('every command of the documents is run by a check, or marked as one that is not', async () => {
  const all = documents.flatMap((path) => commandsOf(read(path)).map((command) => ({ path, command })))
  const isKnown = (command: string) =>
    command.endsWith(mark) ||
    command in here ||
    command in ofSystemd ||
    Object.keys(elsewhere).some((known) => command === known || command.startsWith(`${known} `))

  expect(all.length).toBeGreaterThan(30)
  expect(all.filter(({ command }) => !isKnown(command))).toEqual([])
  const lastWord = (command: string) => command.split(' ').at(-1) ?? ''
  for (const [command, file] of Object.entries(elsewhere)) expect(read(file)).toContain(lastWord(command))
  for (const command of Object.keys({ ...here, ...ofSystemd }))
    expect(all.map((known) => known.command)).toContain(command)
})

test('the bill of materials can be written, and the unit of systemd is whole and closed', {
  timeout: 120_000,
}, async () => {
  const { type, close } = aTerminal()

  for (const [line, words] of Object.entries(here)) expect((await type(line)).said, line).toMatch(words)
  if (existsSync('/usr/bin/systemd-analyze'))
    for (const [line, words] of Object.entries(ofSystemd)) {
      const [program = '', ...args] = line.split(' ')
      expect(execFileSync(program, args, { cwd: root, encoding: 'utf8' }), line).toMatch(words)
    }
  close()
})

test('systemd and compose wait for a payment as long as a gateway may take, and both keep the site from writing', () => {
  const defaults = read('README.md')
  const seconds = (name: string) => Number(new RegExp(`\\| \`${name}\` \\| \`(\\d+)\``).exec(defaults)?.[1])
  const patience = seconds('GATEWAY_TIMEOUT_SECONDS') + seconds('GATEWAY_MARGIN_SECONDS') + 15

  expect(read('deploy/courtside.service')).toContain(`TimeoutStopSec=${patience}\n`)
  expect(read('compose.yaml')).toContain(`stop_grace_period: ${patience}s\n`)
  expect(read('deploy/courtside.service')).toContain('ProtectSystem=strict\n')
  expect(read('compose.yaml')).toContain('read_only: true\n')
  expect(read('Dockerfile')).toMatch(/^USER node$/m)
})
