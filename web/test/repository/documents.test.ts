import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { retention } from '#platform/retention.ts'
import { aCertificate } from '../../../e2e/support/certificate.ts'
import { findProgram } from '../../../scripts/provision/debian.mjs'
import { startNginx } from '../../../scripts/provision/nginx.mjs'
import { freePort } from '../../../scripts/provision/postgres.mjs'
import { parseEnv } from '../../app/platform/settings/env.server.ts'
import { test } from '../harness/database.ts'
import { needing } from '../harness/needing.ts'
import { aTerminal } from '../harness/terminal.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'e2e/README.md'],
  ...['commands', 'settings', 'test-cards', 'operating', 'going-live', 'deploying'].map(
    (page) => `docs/${page}.md`,
  ),
]
const mark = '# not run here'

/** Lines of the documents that are run below, and what they say. */
const here: Record<string, RegExp> = {
  'npm sbom --sbom-format=cyclonedx --omit=dev --package-lock-only': /"bomFormat": "CycloneDX"[\s\S]*"hono@/,
}
/** These ask systemd, where a machine has it. */
const ofSystemd: Record<string, RegExp> = {
  'systemd-analyze verify deploy/courtside*.service deploy/*.timer': /^$/,
  'systemd-analyze security --offline=true deploy/courtside.service': /exposure level for \S+: [01]\.\d OK/,
}
/** Run below with files in place of those of a server. */
const ofNginx = 'nginx -t'
/** Named in the text, where a mark has no room: they ask the journal and the registry. */
const notRun = ['journalctl -u courtside', 'npm audit --omit=dev']
/** The part of a server that a drill types line by line. */
const typedByDrill = () => {
  const [, part = ''] = /^## With systemd\n([\s\S]*?)\n## /m.exec(read('docs/deploying.md')) ?? []
  return commandsOf(part)
}
/** Commands that other tests type, with any words. */
const elsewhere: Record<string, string> = {
  'npm start': 'e2e/drills/start.drill.ts',
  'npm test': 'scripts/test.mjs',
  'npm run dev': 'e2e/drills/start.drill.ts',
  'npx biome check': 'scripts/checks/checks.mjs',
  'npx vitest': 'web/test/repository/scripts.test.ts',
  'node build/commands/doctor.mjs': 'e2e/drills/start.drill.ts',
  'node web/main.mjs': 'e2e/drills/start.drill.ts',
  'node web/build/commands/backup.mjs': 'e2e/drills/start.drill.ts',
  'npm run check': 'web/test/repository/scripts.test.ts',
  'npm run unit': 'web/test/repository/scripts.test.ts',
  'npm run coverage': 'web/test/repository/scripts.test.ts',
  'npm run outdated': 'web/test/repository/scripts.test.ts',
  'npm run mutants': 'web/test/repository/scripts.test.ts',
  'npm run db:generate': 'web/test/repository/scripts.test.ts',
  'npm run e2e': 'scripts/test.mjs',
  'npm run drill': 'scripts/test.mjs',
  'npm run conformance': 'scripts/test.mjs',
  'npm run bench': 'scripts/test.mjs',
  'npm run build': 'scripts/test.mjs',
  'npm run season': 'web/test/repository/commands.test.ts',
  'npm run record-payment': 'web/test/repository/commands.test.ts',
  'npm run family': 'web/test/repository/commands.test.ts',
  'npm run team': 'web/test/repository/commands.test.ts',
  'npm run backup': 'e2e/drills/restore.whole.drill.ts',
  'npm run restore': 'e2e/drills/restore.whole.drill.ts',
  'npm run doctor': 'web/test/repository/commands.test.ts',
  'npm run books': 'web/test/repository/commands.test.ts',
}

/**
 * Every line of a block is a command, but settings, and what stands between lines that begin with a prompt; and so is
 * what the text names by a program's name.
 */
function commandsOf(text: string): string[] {
  const blocks = text.split(/\n(?! {4})/).map((block) => block.split('\n').slice(1))
  const lines = blocks.flatMap((block) => {
    const prompts = block.flatMap((line) => /^ {4}\$ (.*)$/.exec(line)?.[1] ?? [])
    return prompts.length > 0 ? prompts : block.map((line) => line.trim())
  })
  const inText = [...text.matchAll(/`((?:npm|npx|node|docker|git|systemctl|journalctl|nginx) [^`]+)`/g)]
  return [...lines, ...inText.map(([, command = '']) => command)]
    .filter((line) => !/^([A-Z_]+=|$)/.test(line))
    .map((line) => line.replace(' --silent', ''))
}

test('every command of the documents is run by a check, or marked as one that is not', async () => {
  const all = documents.flatMap((path) => commandsOf(read(path)).map((command) => ({ path, command })))
  const isTyped = new Set(typedByDrill())
  const isKnown = (command: string) =>
    command.endsWith(mark) ||
    command in here ||
    command in ofSystemd ||
    command === ofNginx ||
    notRun.includes(command) ||
    isTyped.has(command) ||
    Object.keys(elsewhere).some((known) => command === known || command.startsWith(`${known} `))

  expect(all.length).toBeGreaterThan(140)
  for (const path of documents) expect(read(path), 'blocks are indented').not.toContain('```')
  expect(all.filter(({ command }) => !isKnown(command))).toEqual([])
  const lastWord = (command: string) => command.split(' ').at(-1) ?? ''
  for (const [command, file] of Object.entries(elsewhere)) expect(read(file)).toContain(lastWord(command))
  for (const command of [...Object.keys({ ...here, ...ofSystemd }), ofNginx, ...notRun])
    expect(all.map((known) => known.command)).toContain(command)
})

test('every link of the documents to a file of the repository leads to one', () => {
  const pages = [...documents, 'SECURITY.md', 'CHANGELOG.md', 'docs/how-it-works.md', 'docs/words.md']
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => join(dirname(page), path)),
  )

  expect(links.length).toBeGreaterThan(60)
  expect(links.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

test('the bill of materials can be written', { timeout: 120_000 }, async () => {
  const { type, close } = aTerminal()

  for (const [line, words] of Object.entries(here)) expect((await type(line)).said, line).toMatch(words)
  close()
})

test('the units of systemd are whole, the site’s closed too', {
  timeout: 120_000,
  ...needing('systemd-analyze'),
}, () => {
  for (const [line, words] of Object.entries(ofSystemd))
    expect(execFileSync('sh', ['-c', line], { cwd: root, encoding: 'utf8' }), line).toMatch(words)
})

test('what the site would keep in DATA_DIR by itself is a setting in compose, whose data folder is memory', () => {
  const settings = [...read('docs/settings.md').matchAll(/^- `([A-Z_]+)` \([^)]*`DATA_DIR\//gm)].map(
    ([, name = '']) => name,
  )

  expect(read('compose.yaml')).toContain('tmpfs: [/tmp, /data]\n')
  expect(settings).toEqual(['DESK_KEY'])
  for (const name of settings) expect(read('compose.yaml')).toContain(`${name}: \${${name}:?`)
})

test('site, backup and commands read in one place where the data lie', () => {
  for (const unit of ['courtside.service', 'courtside-backup.service']) {
    expect(read(`deploy/${unit}`)).toContain('EnvironmentFile=/etc/courtside.env\n')
    expect(read(`deploy/${unit}`), 'a second place').not.toContain('DATA_DIR')
  }
  expect(read('deploy/courtside.env')).toContain('\nDATA_DIR=/var/lib/courtside\n')
  expect(read('docs/deploying.md')).toContain(' deploy/courtside.env /etc/courtside.env\n')
  expect(read('docs/deploying.md')).toContain('ln -s /etc/courtside.env .env\n')
})

test('every question and order in SQL of the documents is one that the tables of today answer', async ({
  db,
}) => {
  const statements = documents.flatMap((path) =>
    [...read(path).matchAll(/`((?:select|update|delete) [^`]+)`/g)].map(([, text = '']) => text),
  )

  expect(statements.length).toBeGreaterThan(8)
  for (const text of statements)
    await db.execute(sql.raw(`explain ${text.replace(/= …/, '= 1')}`)).catch((problem: Error) => {
      throw new Error(text, { cause: problem })
    })
})

test('nginx takes the file of deploy/', needing('nginx'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-nginx-'))
  const file = (name: string) => join(folder, name)
  const { key, cert } = aCertificate('tennis.example')
  writeFileSync(file('privkey.pem'), key)
  writeFileSync(file('fullchain.pem'), cert)
  const written = read('deploy/nginx.conf')
  const [place = ''] = /\/etc\/nginx\/\S+/.exec(written) ?? []
  const [, kept = ''] = /^proxy_cache_path (\S+)/m.exec(written) ?? []
  const ours = written
    .replace(/listen \[::\].*\n/g, '')
    .replaceAll('listen 80', `listen unix:${file('plain')}`)
    .replaceAll('listen 443', `listen unix:${file('closed')}`)
    .replace(dirname(kept), folder)
    .replaceAll('/etc/letsencrypt/live/tennis.example', folder)
  const around = [...ours.matchAll(/^# {5}(.*;.*)$/gm)].map(([, line]) => line).join(' ')
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${file(name)};`)
    .join(' ')
  writeFileSync(file('all'), `pid ${file('pid')}; ${around} http { access_log off; ${folders} ${ours} }`)

  const { status, stderr } = spawnSync(findProgram('nginx') ?? '', [
    ...['-t', '-e', file('log'), '-p', folder, '-c', file('all')],
  ])
  rmSync(folder, { recursive: true })

  expect([status, String(stderr)]).toEqual([0, expect.stringContaining('test is successful')])
  expect(existsSync(dirname(kept)), 'nginx makes the last folder, and none above it').toBe(true)
  expect(read('docs/deploying.md')).toContain(` > ${place}\n`)
})

test('nginx answers by the site’s own name alone', needing('nginx'), async ({ onTestFinished }) => {
  const site = createServer((_, answer) => answer.end('the site')).listen(0)
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  const nginx = await startNginx({ port: await freePort(), sitePorts: [port] })
  onTestFinished(async () => {
    await nginx.stop()
    site.close()
  })
  const ask = (host: string) =>
    new Promise((resolve) => {
      const asking = get(nginx.url, { headers: { Host: host } }, (answer) => resolve(text(answer)))
      asking.on('error', ({ message }) => resolve(message))
    })

  expect(await ask('localhost')).toBe('the site')
  expect(await ask('rebound.example')).toBe('socket hang up')
})

test('systemd and compose wait for a payment as long as a gateway may take, keep the site from writing, and try no wrong setting again', () => {
  const patience = parseEnv({}).gateway.overAfterSeconds + 15

  expect(read('deploy/courtside.service')).toContain(`TimeoutStopSec=${patience}\n`)
  expect(read('compose.yaml')).toContain(`stop_grace_period: ${patience}s\n`)
  const [, wrongSetting] = /^const wrongSetting = (\d+)$/m.exec(read('web/main.mjs')) ?? []
  expect(read('deploy/courtside.service')).toContain(`RestartPreventExitStatus=${wrongSetting}\n`)
  expect(read('deploy/courtside.service')).toContain('ProtectSystem=strict\n')
  expect(read('compose.yaml')).toContain('read_only: true\n')
  expect(read('Dockerfile')).toMatch(/^USER node$/m)
})

/** What is typed to see whether the site answers, where nobody waits for half a minute. */
const looks = {
  systemd: () => {
    const [, command = ''] =
      /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(read('deploy/courtside-health.service')) ?? []
    return command.replaceAll('$$', '$').replace('--max-time 30 --retry 2', '--max-time 1')
  },
  compose: () => {
    const [, command = ''] = /^ +test: \['CMD-SHELL', '(.*health.*)'\]$/m.exec(read('compose.yaml')) ?? []
    return command.replaceAll('$$', '$').replace('ask-health.mjs', 'web/ask-health.mjs 300')
  },
}

test.for([
  { by: 'systemd', ends: 'systemctl kill --signal=KILL courtside\n' },
  { by: 'compose', ends: 'kill -9 what init has started\n' },
] as const)(
  'the check of health of $by ends a site that takes connections and answers nothing, and no other',
  needing('curl'),
  async ({ by, ends }) => {
    let answers = true
    const site = createServer((_, answer) => void (answers && answer.writeHead(503).end())).listen(0)
    await once(site, 'listening')
    const { port } = site.address() as AddressInfo
    const line = looks[by]()
    const stubs = ['systemctl', 'kill'].map((name) => `${name}() { echo ${name} "$@"; };`).join(' ')
    const typed = `${stubs} cat() { echo what init has started; }; ${line}`
    const done = () =>
      text(spawn('sh', ['-c', typed], { cwd: root, env: { ...process.env, PORT: String(port) } }).stdout)

    expect(line).toMatch(/--max-time 1 |ask-health.mjs 300;/)
    expect(await done(), 'out of order').toBe('')
    answers = false
    expect(await done(), 'hung').toBe(ends)
    site.closeAllConnections()
    await new Promise((closed) => site.close(closed))
    expect(await done(), 'starting, or stopped').toBe('')
  },
)

test('compose keeps backups as long as systemd does, and as the privacy notice says', () => {
  const kept = `-mtime +${retention.backupDays - 1} -delete`
  expect(read('deploy/courtside-backup.service')).toContain(kept)
  expect(read('compose.yaml')).toContain(kept)
  expect(read('compose.yaml')).toContain("volumes: ['backups:/backups']\n")
})
