// What the scripts share. Node's own modules only: this runs before anything is installed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Something the reader can mend: shown as its sentence, without a stack. */
export class Failure extends Error {}

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const cleanups = new Set()

/** Registers what must happen before this program ends, however it ends; the answer takes it back. */
export function atEnd(work) {
  cleanups.add(work)
  return () => cleanups.delete(work)
}

/** Runs a script. A Failure ends it with its sentence; a signal ends it too, and nothing is left running. */
export async function main(work, { codeWhenAsked = 1 } = {}) {
  const done = work().then(
    () => ({ code: process.exitCode ?? 0 }),
    (problem) => ({ code: 1, problem }),
  )
  const ended = askedToEnd().then(() => ({ code: codeWhenAsked }))
  const { code, problem } = await Promise.race([done, ended])
  await Promise.all([...cleanups].map((cleanUp) => cleanUp()))
  const words = problem instanceof Failure ? problem.message : problem
  if (words) console.error(words)
  process.exit(code)
}

/**
 * Runs a program to its end. Its output is kept and given back; with `show` it also goes to the terminal.
 * Nothing is ever read from standard input.
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
    const kept = []
    child.stdout?.on('data', (chunk) => kept.push(chunk))
    child.stderr?.on('data', (chunk) => kept.push(chunk))
    const end = (code, words = '') => {
      forget()
      resolve({ code, output: Buffer.concat(kept).toString() + words })
    }
    child.on('error', (problem) => end(127, `${command}: ${problem.message}\n`))
    child.on('close', (code) => end(code ?? 1))
  })
}

/** npm's own program: the one that runs this script, else the one in PATH. */
export function npm(args, options) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) return run(process.execPath, [cli, ...args], options)
  const isWindows = process.platform === 'win32'
  return run(isWindows ? 'cmd' : 'npm', isWindows ? ['/c', 'npm', ...args] : args, options)
}

/** The file behind a command of an installed package, to be run with `process.execPath`. */
export function binOf(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = readJson(join(folder, 'package.json'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** The first folder of `folders` that has all of `names`. */
export const folderWith = (names, folders) =>
  folders.find((folder) => names.every((name) => existsSync(join(folder, name))))

export const foldersOfPath = () =>
  (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':').filter(Boolean)

/** Says what a long step does, how far it is (where it can tell) and how long it took. */
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

/** Resolves when this program is asked to end: by a signal, or because the shell that npm put between died of one. */
function askedToEnd() {
  const parent = process.ppid
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(signal))
    setInterval(() => process.ppid !== parent && resolve('SIGTERM'), 500).unref()
  })
}
