import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { atEnd, binOf, Failure, root } from './tools.mjs'

/** Environment of both programs: one folder for their data, one set of gateway keys. */
export function settingsOf(environment, mode = 'production') {
  const dataDir = resolve(root, environment.DATA_DIR || 'data')
  return {
    ...environment,
    NODE_ENV: mode,
    DATA_DIR: dataDir,
    SANDBOX_DATA_DIR: environment.SANDBOX_DATA_DIR
      ? resolve(root, environment.SANDBOX_DATA_DIR)
      : join(dataDir, 'sandbox'),
    SANDBOX_FRAMES_DIR: resolve(root, environment.SANDBOX_FRAMES_DIR || 'dropin/dist/frames'),
    SANDBOX_MERCHANT: environment.SANDBOX_MERCHANT || merchantOf(environment),
    GATEWAY_URL: environment.GATEWAY_URL || `http://127.0.0.1:${environment.SANDBOX_PORT || 3001}`,
  }
}

const merchantOf = ({ GATEWAY_MERCHANT_ID, GATEWAY_PUBLIC_KEY, GATEWAY_PRIVATE_KEY }) =>
  JSON.stringify({
    id: GATEWAY_MERCHANT_ID || undefined,
    publicKey: GATEWAY_PUBLIC_KEY || undefined,
    privateKey: GATEWAY_PRIVATE_KEY || undefined,
  })

/** What pictures take while they are encoded goes back to the machine: with an arena for each thread 100 MB stay. */
const oneArena = { MALLOC_ARENA_MAX: '1' }

/** The built site, as a process of its own; a small machine sets limits for V8 (docs/decisions/0014-small.md). */
export const startSite = (env, output) =>
  start('site', ['main.mjs'], join(root, 'web'), { ...oneArena, ...env }, output)

/** The outside world on a desk: card gateway and its frames. Room for fresh objects is 4 MB in place of 16. */
export const startSandbox = (env, output) =>
  start('sandbox', ['--max-semi-space-size=4', 'bin.mjs'], join(root, 'sandbox'), env, output)

/** The site from its sources: says 'ready' too, and shows what changes in them and in the widget. */
export const startSiteWatching = (env) =>
  start('site', [binOf('@react-router/dev', 'react-router'), 'dev'], join(root, 'web'), env)

/** Says 'ready', and follows no change. */
export const startSandboxOfSources = (env) =>
  start('sandbox', ['--import', 'tsx', 'src/main.ts'], join(root, 'sandbox'), env)

/** The sandbox from its sources. Neither of them says when it is ready. */
export function startSandboxWatching(env) {
  const sandbox = join(root, 'sandbox')
  // npm start serves these too.
  const built = { ...env, NODE_ENV: 'production' }
  return [
    start('sandbox', ['--watch', '--watch-preserve-output', '--import', 'tsx', 'src/main.ts'], sandbox, env),
    start('scripts of the sandbox', ['--import', 'tsx', 'played/build.ts', '--watch'], sandbox, built),
    start('card frames', ['--import', 'tsx', 'frames/build.ts', '--watch'], join(root, 'dropin'), built),
  ]
}

/**
 * Starts a program of ours that says 'ready' to its parent, and before it what there is to say of its start.
 * `untilReady` answers that; it fails when it ends before that: the program itself has printed why. `ended` tells its exit code.
 */
function start(name, args, cwd, env, output = 'inherit') {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', output, output, 'ipc'] })
  const ended = new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  let said = {}
  const untilReady = () =>
    new Promise((resolve, reject) => {
      child.on('message', (message) => {
        if (message === 'ready') resolve(said)
        else said = message
      })
      child.on('exit', () => reject(new Failure()))
    })
  const stop = async () => {
    forget()
    child.kill('SIGTERM')
    // A payment under way may wait for the gateway.
    const patience = 60 + Number(env.GATEWAY_MARGIN_SECONDS || 15) + 15
    const hurry = setTimeout(() => child.kill('SIGKILL'), patience * 1000)
    await ended
    clearTimeout(hurry)
  }
  /** No clean-up, no goodbye. */
  const kill = () => {
    forget()
    child.kill('SIGKILL')
    return ended
  }
  const forget = atEnd(stop)
  child.on('exit', forget)
  /** As when a machine stands still: everything stays open and nothing happens. */
  const freeze = () => child.kill('SIGSTOP')
  const thaw = () => child.kill('SIGCONT')
  return { name, pid: child.pid, untilReady, ended, stop, kill, freeze, thaw }
}
