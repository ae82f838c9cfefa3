import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findPostgres, freePort, serverUser, siblingProgram } from '../../../scripts/provision/postgres.mjs'
import { isFollowed, isWritable } from './pair.ts'
import { until } from './town.ts'

const isRoot = process.getuid?.() === 0
type Node = Awaited<ReturnType<typeof aNode>>

/** Two servers that Patroni keeps, etcd in which they agree who is the primary, and HAProxy with one address for both. */
export async function openPatroni() {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-patroni-'))
  const owner = isRoot ? serverUser() : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const begun: ChildProcess[] = []
  const begin = (program: string, ...words: string[]) => {
    const child = spawn(program, words, {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, HOME: folder },
    })
    begun.push(child)
    return child
  }
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()]
  const at = (number: number) => `http://127.0.0.1:${number}`
  begin(
    process.env.ETCD_PROGRAM ?? 'etcd',
    ...['--data-dir', join(folder, 'etcd'), '--initial-cluster', `default=${at(peerPort)}`],
    ...['--listen-client-urls', at(etcdPort), '--advertise-client-urls', at(etcdPort)],
    ...['--listen-peer-urls', at(peerPort), '--initial-advertise-peer-urls', at(peerPort)],
  )
  const nodes = await Promise.all(['one', 'two'].map((name) => aNode(folder, name, etcdPort, begin)))
  const [one, two] = nodes as [Node, Node]
  writeFileSync(join(folder, 'haproxy.cfg'), proxyFor(port, nodes))
  const address = `postgres://postgres@127.0.0.1:${port}/postgres`
  /** Before its first checks HAProxy believes in both, and gives them connections in turn. */
  const areWritable = async () => {
    const asked = await Promise.allSettled([1, 2, 3, 4].map(() => isWritable(address)))
    return asked.every((answer) => answer.status === 'fulfilled' && answer.value)
  }
  return {
    primary: one,
    standby: two,
    address,
    servers: `postgres://postgres@127.0.0.1:${one.port},127.0.0.1:${two.port}/postgres?target_session_attrs=read-write`,
    async begin() {
      one.begin()
      await until(() => isWritable(one.url).catch(() => false), 60, 'a primary')
      two.begin()
      await until(() => isFollowed(one.url), 60, 'a standby in step')
      begin(process.env.HAPROXY_PROGRAM ?? 'haproxy', '-f', join(folder, 'haproxy.cfg'))
      await until(areWritable, 20, 'the primary alone through HAProxy')
    },
    async stop() {
      for (const node of nodes) await node.kill()
      for (const child of begun) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A machine of its own: a PostgreSQL, and the Patroni that starts, promotes and rewinds it. */
async function aNode(
  folder: string,
  name: string,
  etcdPort: number,
  run: (program: string, ...words: string[]) => ChildProcess,
) {
  const [port, apiPort] = [await freePort(), await freePort()]
  const data = join(folder, name)
  const file = join(folder, `${name}.json`)
  const [listen, api] = [`127.0.0.1:${port}`, `127.0.0.1:${apiPort}`]
  const settings = {
    scope: 'courtside',
    name,
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    restapi: { listen: api, connect_address: api },
    bootstrap: {
      dcs: {
        ...{ ttl: 20, loop_wait: 2, retry_timeout: 3, synchronous_mode: true },
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 300 } },
      },
      initdb: [{ encoding: 'UTF8' }, { 'auth-host': 'trust' }, { 'auth-local': 'trust' }, 'no-locale'],
    },
    postgresql: {
      listen,
      connect_address: listen,
      data_dir: data,
      bin_dir: dirname(siblingProgram(await findPostgres(), 'pg_controldata')),
      pgpass: join(folder, `${name}.pgpass`),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
      pg_hba: ['local all all trust', 'host all,replication all 127.0.0.1/32 trust'],
      parameters: { unix_socket_directories: folder },
    },
  }
  // JSON is YAML too.
  writeFileSync(file, JSON.stringify(settings))
  let keeper: ChildProcess | undefined
  return {
    name,
    port,
    apiPort,
    url: `postgres://postgres@${listen}/postgres`,
    begin() {
      keeper = run(process.env.PATRONI_PROGRAM ?? 'patroni', file)
    },
    /** As when its machine dies: whoever would start the server again goes first. */
    async kill() {
      const ended = keeper && new Promise((resolve) => keeper?.on('exit', resolve))
      keeper?.kill('SIGKILL')
      await ended
      // Some of them end by themselves meanwhile.
      spawnSync('kill', ['-KILL', ...serverProcesses(data).map(String)])
      rmSync(join(data, 'postmaster.pid'), { force: true })
    },
  }
}

/** The postmaster of this folder and all that it has started. */
function serverProcesses(data: string): number[] {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return []
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  const rows = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).split('\n')
  const pairs = rows.map((line) => line.trim().split(/\s+/).map(Number))
  return [postmaster, ...pairs.flatMap(([parent, pid]) => (parent === postmaster && pid ? [pid] : []))]
}

/** As Patroni's documents have it: whoever says that it is the primary gets all connections. */
const proxyFor = (port: number, nodes: Node[]) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.apiPort}`).join('\n')}
`
