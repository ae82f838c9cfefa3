// Node's own modules only: this runs before the installation.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export class Failure extends Error {}

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const cleanups = new Set()

/** Registers a clean-up; the result removes it. */
export function atEnd(work) {
  cleanups.add(work)
  return () => cleanups.delete(work)
}

/** A Failure prints its sentence; clean-ups run on signals too. */
export async function main(work, { signalCode = 1 } = {}) {
  const done = work().then(
    () => ({ code: process.exitCode ?? 0 }),
    (problem) => ({ code: 1, problem }),
  )
  const ended = untilSignal().then(() => ({ code: signalCode }))
  const { code, problem } = await Promise.race([done, ended])
  await Promise.all([...cleanups].map((cleanUp) => cleanUp()))
  const message = problem instanceof Failure ? problem.message : problem
  if (message) console.error(message)
  process.exit(code)
}

/**
 * Captures the output; with `show` prints it instead. Standard input is closed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean, uid?: number, gid?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd = root, env = {}, show = false, uid, gid } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      uid,
      gid,
    })
    const forget = atEnd(() => child.kill('SIGTERM'))
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    const end = (code, note = '') => {
      forget()
      resolve({ code, output: Buffer.concat(chunks).toString() + note })
    }
    child.on('error', (problem) => end(127, `${command}: ${problem.message}\n`))
    child.on('close', (code) => end(code ?? 1))
  })
}

export function npm(args, options) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) return run(process.execPath, [cli, ...args], options)
  const isWindows = process.platform === 'win32'
  return run(isWindows ? 'cmd' : 'npm', isWindows ? ['/c', 'npm', ...args] : args, options)
}

export function binPath(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = readJson(join(folder, 'package.json'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

export const folderWith = (names, folders) =>
  folders.find((folder) => names.every((name) => existsSync(join(folder, name))))

export const listPathFolders = () =>
  (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':').filter(Boolean)

export async function step(title, work, howFar) {
  const started = Date.now()
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`
  const isTerminal = process.stdout.isTTY
  const line = () => `${title} … ${howFar ? `${howFar()}, ` : ''}${seconds()}`
  if (isTerminal) process.stdout.write(`${title} …`)
  else console.log(`${title} …`)
  const ticking = setInterval(
    () => (isTerminal ? process.stdout.write(`\r\x1b[K${line()}`) : console.log(line())),
    isTerminal ? 500 : 10_000,
  )
  try {
    return await work()
  } finally {
    clearInterval(ticking)
    console.log(`${isTerminal ? '\r\x1b[K' : ''}${title}: ${seconds()}`)
  }
}

/** By a signal, or because npm's shell died of one. */
function untilSignal() {
  const parent = process.ppid
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(signal))
    setInterval(() => process.ppid !== parent && resolve('SIGTERM'), 500).unref()
  })
}
