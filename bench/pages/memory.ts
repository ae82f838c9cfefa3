import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/provision/postgres.mjs'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { atMost, note, title } from '../harness/report.ts'
import { makeDatabase } from '../site.ts'
import { visitPages } from './visitors.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const most = {
  ...{ first: 320, pglite: 300, postgres: 130, visited: 220, sandbox: 260 },
  ...{ peak: 600, startSeconds: 3 },
}
const rest = () => wait(60_000)
/** `visitors` runs for as long as a busy evening. */
const visitSeconds = { short: 90, long: 20 * 60 }
const programs = { launcher: 'start.mjs', sandbox: 'bin.mjs', site: 'main.mjs' }
/** Limits of the documented service on the smallest server. */
const unit = readFileSync(join(root, 'deploy/courtside.service'), 'utf8')
const limits = orNotFound(/^ExecStart=\S+ (.+) main\.mjs$/m.exec(unit)?.[1])

type Memory = { resident: number; peak: number }
type Start = { seconds: number; processes: Record<keyof typeof programs, Memory> }

/** First start on an empty folder, second start, PGlite and PostgreSQL, and visitors. */
export async function measureMemory() {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-memory-'))
  title('Memory and time of npm start, built, nobody visiting')
  const first = await startOnce(folder, rest)
  atMostMegabytes('peak of a first start, site', first.processes.site.peak, most.peak)
  atMostMegabytes('peak of a first start, sandbox', first.processes.sandbox.peak, most.peak)
  atMostMegabytes('at rest after a first start, site on PGlite', first.processes.site.resident, most.first)
  atMostMegabytes('at rest after a first start, sandbox', first.processes.sandbox.resident, most.sandbox)
  const second = await startOnce(folder, rest)
  const { seconds, processes } = second
  const detail = `${seconds.toFixed(1)} s of ${most.startSeconds}`
  atMost(1, 'a second start', seconds / most.startSeconds, detail)
  atMostMegabytes('at rest, site on PGlite', processes.site.resident, most.pglite)
  atMostMegabytes('at rest, sandbox on PGlite', processes.sandbox.resident, most.sandbox)
  note(`the launcher ${processes.launcher.resident.toFixed(0)} MB`)
  rmSync(folder, { recursive: true })
  const { url, close } = await makeDatabase('memory')
  await close()
  await startOnce(folder, async () => {}, { DATABASE_URL: url })
  const onPostgres = await startOnce(folder, rest, { DATABASE_URL: url })
  atMostMegabytes('at rest, site on PostgreSQL', onPostgres.processes.site.resident, most.postgres)
  await visitFor(visitSeconds.short, folder, url)
  rmSync(folder, { recursive: true })
}

/** On PostgreSQL, 500 addresses, twenty minutes. */
export async function measureVisitors() {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-memory-'))
  title('Memory of the site under visitors for twenty minutes, on PostgreSQL')
  const { url, close } = await makeDatabase('visitors')
  await close()
  await visitFor(visitSeconds.long, folder, url)
  rmSync(folder, { recursive: true })
}

async function visitFor(seconds: number, folder: string, databaseUrl: string) {
  const settings = { DATABASE_URL: databaseUrl, TRUST_PROXY: '1' }
  let pageCount = 0
  const visit = async (url: string) => {
    pageCount = await visitPages(url, seconds)
  }
  const { site } = (await startOnce(folder, visit, settings)).processes
  note(`${pageCount} pages for 500 addresses in ${seconds} s, ${site.peak.toFixed(0)} MB at most`)
  atMostMegabytes('after visitors, site on PostgreSQL', site.resident, most.visited)
}

const atMostMegabytes = (name: string, megabytes: number, bound: number) =>
  atMost(1, name, megabytes / bound, `${megabytes.toFixed(0)} MB of ${bound}`)

/** Starts everything, waits for `meanwhile`, and reads each process's memory. */
async function startOnce(
  folder: string,
  meanwhile: (url: string) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<Start> {
  const [PORT, SANDBOX_PORT] = [String(await freePort()), String(await freePort())]
  const env = { ...process.env, NODE_OPTIONS: limits, DATA_DIR: folder, PORT, SANDBOX_PORT, ...settings }
  const began = performance.now()
  const launcher = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env, stdio: 'pipe' })
  let output = ''
  for await (const chunk of launcher.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    if (output.includes('Courtside is up.')) break
  }
  const seconds = (performance.now() - began) / 1000
  launcher.stdout.resume()
  await meanwhile(`http://localhost:${PORT}`)
  const pids = [Number(launcher.pid), ...listChildren(Number(launcher.pid))]
  const memoryFor = (program: string) =>
    readMemory(pids.find((pid) => readProcess(pid, 'cmdline').includes(program)))
  const processes = {
    launcher: memoryFor(programs.launcher),
    sandbox: memoryFor(programs.sandbox),
    site: memoryFor(programs.site),
  }
  launcher.kill('SIGTERM')
  await once(launcher, 'exit')
  return { seconds, processes }
}

const readProcess = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')

function listChildren(parent: number): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids.map(Number).filter((pid) => {
    try {
      return readProcess(pid, 'status').includes(`\nPPid:\t${parent}\n`)
    } catch {
      // Ended in the meantime.
      return false
    }
  })
}

function readMemory(pid = 0): Memory {
  const status = readProcess(pid, 'status')
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { resident: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}
