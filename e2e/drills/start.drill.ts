import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { get } from 'node:http'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '../../scripts/provision/postgres.mjs'
import { keepRunning } from '../../scripts/serve.mjs'
import { administer, databaseAt } from '../../web/test/harness/template.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'courtside-start-'))
const notAFolder = join(dataDir, 'a-file')
writeFileSync(notAFolder, '')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** `npm start`, or `npm run dev`, with settings of its own; what it prints, and how it ends. */
async function start(settings: Record<string, string> = {}, script = 'start') {
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
  const env = {
    ...process.env,
    NODE_ENV: undefined,
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    ...ports,
    ...settings,
  }
  const child = spawn(process.execPath, [`scripts/${script}.mjs`], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal makes one.
    detached: true,
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (words) => {
    said.out += words
  })
  child.stderr.on('data', (words) => {
    said.err += words
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, said, ended, site: `http://localhost:${ports.PORT}` }
}

function occupy(port: number, host: string): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(port, host, () => resolve(server))
  })
}

test('a second start neither installs nor builds, says where everything is, keeps the data, and ends when asked', async () => {
  for (const time of ['first', 'second']) {
    const { child, said, ended, site } = await start()
    await expect.poll(() => said.out, { timeout: 60_000 }).toContain('Courtside is up.')
    expect(said.out, time).not.toMatch(/Installing|Building/)
    for (const words of [site, '/development/mail', 'demo.parent@courtside.example', '4111 1111 1111 1111'])
      expect(said.out).toContain(words)
    expect(await (await fetch(site)).text()).toContain('Fairmeadow')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    await expect(fetch(site)).rejects.toThrow()
  }
})

test.for(['SIGHUP', 'SIGTERM'] as const)(
  'a terminal that is closed, or %s to all that it runs, ends site and sandbox in order',
  async (signal) => {
    const { child, said, ended, site } = await start()
    await expect.poll(() => said.out, { timeout: 60_000 }).toContain('Courtside is up.')
    expect(existsSync(join(dataDir, 'owner-door.json'))).toBe(true)

    process.kill(-(child.pid ?? 0), signal)

    expect(await ended).toBe(0)
    expect(said.err).toBe('')
    expect(existsSync(join(dataDir, 'owner-door.json')), 'the site closed its door').toBe(false)
    await expect(fetch(site)).rejects.toThrow()
  },
)

test('npm run dev serves the site from its sources, and shows a change of a page, of the server and of a card frame without a restart', async ({
  onTestFinished,
}) => {
  /** Writes other words into a source, until the test is over. */
  function reword(file: string, words: string, others: string) {
    const path = join(root, file)
    const source = readFileSync(path, 'utf8')
    onTestFinished(() => writeFileSync(path, source))
    writeFileSync(path, source.replace(words, others))
  }
  const cluster = process.env.TEST_DATABASE_URL ?? ''
  const [name, ofGateway] = [`dev_${process.pid}`, `dev_gateway_${process.pid}`]
  for (const database of [name, ofGateway]) await administer(cluster, `create database ${database}`)
  const { child, said, ended, site } = await start(
    {
      DATABASE_URL: databaseAt(cluster, name),
      SANDBOX_DATABASE_URL: databaseAt(cluster, ofGateway),
      SANDBOX_FRAMES_DIR: join(dataDir, 'frames'),
    },
    'dev',
  )
  const read = async (path: string) => (await fetch(site + path)).text()
  // All of it is compiled first: ten seconds, and six times that beside the other tests.
  await expect.poll(() => said.out, { timeout: 120_000 }).toContain('Courtside is up.')

  expect(await read('/pages/policy')).toContain('about you and your children')
  reword('web/app/privacy-policy/policy.route.tsx', 'about you and your children', 'in a changed page')
  await expect.poll(() => read('/pages/policy'), { timeout: 10_000 }).toContain('in a changed page')
  reword('web/site.ts', "text('ok')", "text('changed')")
  await expect.poll(() => read('/health'), { timeout: 10_000 }).toBe('changed')
  const told = listenAsPage(site)
  await expect.poll(() => told.words, { timeout: 10_000 }).toContain('connected')
  reword('dropin/frames/hosted-fields/frame.css', 'margin: 0', 'margin: 1px')
  await expect.poll(() => told.words, { timeout: 20_000 }).toContain('full-reload')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(said.err).toBe('')
  for (const database of [name, ofGateway])
    await administer(cluster, `drop database ${database} with (force)`)
})

/** What Vite tells a page that is open. */
function listenAsPage(site: string) {
  const told = { words: '' }
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': btoa('an open page 123'),
    'Sec-WebSocket-Protocol': 'vite-hmr',
  }
  const opening = get(site, { headers })
  opening.on('upgrade', (_, socket, first) => {
    // What comes in one piece with the answer stands here, and not in the socket.
    told.words += first
    socket.on('data', (words) => {
      told.words += words
    })
  })
  return told
}

/** The process that `npm start` runs for one of its programs. */
function processOf(child: ChildProcess, program: string): number {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' }).split('\n')
  const ofProgram = new RegExp(`^\\s*${child.pid}\\s+(\\d+)\\s.*${program}`)
  return Number(lines.map((line) => ofProgram.exec(line)?.[1]).find(Boolean))
}

test('a public demo names no page of kept mails; of it too, what ends by itself is started again, with a line in the terminal', async () => {
  const publicDemo = { SITE_URL: 'https://demo.example', DEMO_SITE: '1', HOST: '127.0.0.1' }
  const { child, said, ended, site } = await start(publicDemo)
  await expect.poll(() => said.out, { timeout: 60_000 }).toContain('Courtside is up.')
  expect(said.out).toContain('Mail      is kept and shown to nobody until a mail server is set')
  expect((await fetch(`${site}/development/mail`)).status).toBe(404)
  for (const [name, program] of [
    ['site', 'main.mjs'],
    ['sandbox', 'bin.mjs'],
  ] as const) {
    process.kill(processOf(child, program), 'SIGKILL')
    await expect.poll(() => said.err).toContain(`The ${name} ended by itself (SIGKILL). It is started again.`)
    await expect.poll(() => said.out, { timeout: 60_000 }).toContain(`The ${name} is up again.`)
  }
  expect(await (await fetch(site)).text()).toContain('Fairmeadow')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('a program that ends again and again is given up, and so is one that somebody ends in order', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const ending = (how: string) => ({
    name: 'site',
    ended: Promise.resolve(how),
    untilReady: () => Promise.reject(new Error(how)),
  })
  const limits = { most: 2, inSeconds: 60, waitSeconds: 0 }

  await expect(keepRunning(ending('exit code 1'), () => ending('exit code 1'), limits)).rejects.toThrow(
    'The site ended by itself 3 times in 60 seconds (exit code 1), so everything was stopped.',
  )
  expect(told).toHaveBeenCalledTimes(2)
  await expect(keepRunning(ending('exit code 0'), () => ending('exit code 0'), limits)).rejects.toThrow(
    'The site ended by itself (exit code 0), so everything was stopped.',
  )
  // It has other settings: whoever asked goes on to start everything with them.
  expect(await keepRunning(ending('exit code 75'), () => ending('exit code 0'), limits)).toBe(true)
  const ended = { ...limits, signal: AbortSignal.abort() }
  expect(await keepRunning(ending('exit code 75'), () => ending('exit code 0'), ended)).toBe(false)
  vi.restoreAllMocks()
})

test('the site starts of the files that its image takes, and so do its commands', async ({
  onTestFinished,
}) => {
  const cluster = process.env.TEST_DATABASE_URL ?? ''
  const name = `image_${process.pid}`
  await administer(cluster, `create database ${name}`)
  const image = mkdtempSync(join(tmpdir(), 'courtside-image-'))
  const stage =
    readFileSync(join(root, 'Dockerfile'), 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? ''
  // Each keeps its place: the last word of a line is the folder that it is in.
  const paths = [...stage.matchAll(/^COPY (?:--from=\w+ )?(.+) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' '),
  )
  for (const path of paths.map((word) => word.replace('/courtside/', ''))) {
    mkdirSync(dirname(join(image, path)), { recursive: true })
    if (path === 'node_modules') symlinkSync(join(root, path), join(image, path))
    else cpSync(join(root, path), join(image, path), { recursive: true })
  }
  const port = String(await freePort())
  const cwd = join(image, 'web')
  const settings = { PORT: port, LOG_LEVEL: 'warn', DATABASE_URL: databaseAt(cluster, name) }
  const env = { PATH: process.env.PATH, ...settings }
  const child = spawn(process.execPath, ['--max-semi-space-size=8', '--max-old-space-size=512', 'main.mjs'], {
    ...{ cwd, env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(image, { recursive: true })
    await administer(cluster, `drop database ${name} with (force)`)
  })
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('close', () => reject(new Error('It did not start.')))
  })

  expect(await (await fetch(`http://localhost:${port}/health`)).text()).toBe('ok')
  expect(await (await fetch(`http://localhost:${port}/`)).text()).toContain('Fairmeadow')
  const doctor = spawnSync(process.execPath, ['build/commands/doctor.mjs'], { cwd, env, encoding: 'utf8' })
  expect(doctor.stdout).toMatch(/^fine +Database: PostgreSQL .+ answers, and its tables are up to date\.$/m)
})

test('on a host that gives one port to one process the site runs alone, begins empty, and backs itself up', async ({
  onTestFinished,
}) => {
  const cluster = process.env.TEST_DATABASE_URL ?? ''
  const name = `one_port_${process.pid}`
  await administer(cluster, `create database ${name}`)
  const port = String(await freePort())
  const keys = { GATEWAY_ENVIRONMENT: 'sandbox', GATEWAY_TOKENIZATION_KEY: 'sandbox_a_b' }
  const env = {
    ...{ PATH: process.env.PATH, PORT: port, DATABASE_URL: databaseAt(cluster, name), LOG_LEVEL: 'fatal' },
    ...{ ...keys, SITE_URL: 'https://tennis.example', TRUST_PROXY: '1', DESK_KEY: 'k'.repeat(32) },
  }
  const command = (...words: string[]) =>
    spawnSync(process.execPath, ['web/build/commands/backup.mjs', ...words], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
  const child = spawn(process.execPath, ['web/main.mjs'], { cwd: root, env, stdio: 'inherit' })
  const ended = new Promise((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    await administer(cluster, `drop database ${name} with (force)`)
  })
  const page = (path: string) =>
    fetch(`http://localhost:${port}${path}`).then((answer) => answer.text(), String)

  await expect.poll(() => page('/health'), { timeout: 60_000 }).toBe('ok')
  expect(await page('/')).toContain('The next season is being planned')
  const [, key] = /^BACKUP_KEY=(.+)$/m.exec(command('--new-key').stdout) ?? []
  Object.assign(env, { BACKUP_KEY: key })
  const backup = command(join(dataDir, 'one.age'))
  expect([backup.status, backup.stderr]).toEqual([0, ''])
})

test.for([
  [
    'a bad setting',
    { PORT: 'many' },
    'The setting PORT is wrong: it must be a whole number from 1 to 65535.',
  ],
  [
    'a data folder that cannot be made',
    { DATA_DIR: join(notAFolder, 'data'), SANDBOX_DATA_DIR: join(dataDir, 'sandbox') },
    `The setting DATA_DIR is wrong: ${join(notAFolder, 'data', 'site')} cannot be opened (ENOTDIR).`,
  ],
  [
    'a data folder of the sandbox that cannot be made',
    { SANDBOX_DATA_DIR: join(notAFolder, 'sandbox') },
    `The data folder ${join(notAFolder, 'sandbox')} cannot be opened (ENOTDIR).`,
  ],
  ['a bad setting of the sandbox', { SANDBOX_MERCHANT: 'mine' }, 'SANDBOX_MERCHANT'],
  [
    'an unreachable database',
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
    'The database of DATABASE_URL cannot be reached',
  ],
] as const)('%s ends the start with one sentence', async ([, settings, sentence]) => {
  const { said, ended } = await start(settings)

  expect(await ended).toBe(1)
  expect(said.err.trim().split('\n')).toEqual([expect.stringContaining(sentence)])
})

test('the site ends with a code of its own where a setting is wrong, and with another where it may be tried again', () => {
  const codeWith = (settings: Record<string, string>) => {
    const env = { ...process.env, DATA_DIR: dataDir, ...settings }
    return spawnSync(process.execPath, ['web/main.mjs'], { cwd: root, env }).status
  }

  expect(codeWith({ PORT: 'many' })).toBe(78)
  expect(codeWith({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })).toBe(1)
})

test.for([
  ['PORT', '::'],
  ['SANDBOX_PORT', '127.0.0.1'],
] as const)('an occupied %s ends the start with one sentence', async ([name, host]) => {
  const port = await freePort(host)
  const server = await occupy(port, host)

  const { said, ended } = await start({ [name]: String(port) })

  expect(await ended).toBe(1)
  expect(said.err.trim().split('\n')).toEqual([expect.stringContaining(`${port} is in use`)])
  server.close()
})
