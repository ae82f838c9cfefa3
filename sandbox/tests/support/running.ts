import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const folder = fileURLToPath(new URL('../..', import.meta.url))
const cluster = process.env.TEST_DATABASE_URL

/** A sandbox as a process of its own, on a fresh database: PostgreSQL where TEST_DATABASE_URL names a cluster, else PGlite. */
export async function startSandbox(settings: Record<string, string> = {}, preload: string[] = []) {
  const home = await freshHome()
  const port = await freePort()
  const environment: Record<string, string> = { ...home.environment, SANDBOX_PORT: String(port), ...settings }
  let child = await runSandbox(environment, preload)
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    environment,
    child: () => child,
    /** Ends it at once, without a word, and starts it again on the same data. */
    async crash() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      child = await runSandbox(environment, preload)
    },
    stored: home.stored,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await home.remove()
      return child.exitCode
    },
  }
}
export type RunningSandbox = Awaited<ReturnType<typeof startSandbox>>

/** Starts the program and waits until it is ready; fails with its words when it ends before that. */
export async function runSandbox(environment: Record<string, string>, preload: string[] = []) {
  const { PATH = '', SANDBOX_PROGRAM = 'bin.mjs' } = process.env
  const program = [...preload.flatMap((file) => ['--import', file]), SANDBOX_PROGRAM]
  const child = spawn(process.execPath, program, {
    cwd: folder,
    env: { PATH, ...environment },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('close', (code) => reject(new Error(`${output.trim()} (exit code ${code})`)))
  })
  child.stderr?.pipe(process.stderr)
  return child satisfies ChildProcess
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.')
  return address.port
}

type Home = {
  environment: Record<string, string>
  /** All that is kept there, as one text. */
  stored: () => Promise<string>
  remove: () => Promise<void>
}

function freshHome(): Promise<Home> {
  return cluster ? freshDatabase(cluster) : freshFolder()
}

async function freshFolder(): Promise<Home> {
  const path = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  const files = () =>
    readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return {
    environment: { SANDBOX_DATA_DIR: join(path, 'data') },
    stored: async () =>
      files()
        .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
        .join(''),
    remove: async () => rmSync(path, { recursive: true }),
  }
}

async function freshDatabase(cluster: string): Promise<Home> {
  const name = `sandbox_${randomBytes(6).toString('hex')}`
  await onServer(cluster, `create database ${name}`)
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return {
    environment: { SANDBOX_DATABASE_URL: url.href },
    stored: async () => {
      const tables = await onServer(
        url.href,
        `select relname from pg_stat_user_tables where schemaname = 'public'`,
      )
      const texts = tables.map(({ relname }) => onServer(url.href, `select t::text from ${relname} t`))
      return JSON.stringify(await Promise.all(texts))
    },
    remove: async () => {
      await onServer(cluster, `drop database ${name} with (force)`)
    },
  }
}

/** Runs one statement on a connection of its own. */
export async function onServer(url: string, statement: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}
