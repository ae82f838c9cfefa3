import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { atEnd, binPath, Failure, root } from './tools.mjs'

export function serviceSettings(environment, mode = 'production') {
  const dataDir = resolve(root, environment.DATA_DIR || 'data')
  return {
    ...environment,
    NODE_ENV: mode,
    DATA_DIR: dataDir,
    SANDBOX_DATA_DIR: environment.SANDBOX_DATA_DIR
      ? resolve(root, environment.SANDBOX_DATA_DIR)
      : join(dataDir, 'sandbox'),
    SANDBOX_FRAMES_DIR: resolve(root, environment.SANDBOX_FRAMES_DIR || 'dropin/dist/frames'),
    SANDBOX_MERCHANT: environment.SANDBOX_MERCHANT || merchantSetting(environment),
    GATEWAY_URL: environment.GATEWAY_URL || `http://127.0.0.1:${environment.SANDBOX_PORT || 3001}`,
  }
}

const merchantSetting = ({ GATEWAY_MERCHANT_ID, GATEWAY_PUBLIC_KEY, GATEWAY_PRIVATE_KEY }) =>
  JSON.stringify({
    id: GATEWAY_MERCHANT_ID || undefined,
    publicKey: GATEWAY_PUBLIC_KEY || undefined,
    privateKey: GATEWAY_PRIVATE_KEY || undefined,
  })

/** Returns memory of encoded pictures to the system: arenas per thread hold 100 MB. */
const oneArena = { MALLOC_ARENA_MAX: '1' }

export const startSite = (env, output) =>
  start('site', ['main.mjs'], join(root, 'web'), { ...oneArena, ...env }, output)

/** Gateway and card frames, with 4 MB of semi-space instead of 16. */
export const startSandbox = (env, output) =>
  start('sandbox', ['--max-semi-space-size=4', 'bin.mjs'], join(root, 'sandbox'), env, output)

export const startSiteWatching = (env) =>
  start('site', [binPath('@react-router/dev', 'react-router'), 'dev'], join(root, 'web'), env)

/** Without watching; sends 'ready'. */
export const startSandboxFromSources = (env) =>
  start('sandbox', ['--import', 'tsx', 'src/main.ts'], join(root, 'sandbox'), env)

/** Neither process sends 'ready'. */
export function startSandboxWatching(env) {
  const sandbox = join(root, 'sandbox')
  const built = { ...env, NODE_ENV: 'production' }
  return [
    start('sandbox', ['--watch', '--watch-preserve-output', '--import', 'tsx', 'src/main.ts'], sandbox, env),
    start('scripts of the sandbox', ['--import', 'tsx', 'stand-ins/build.ts', '--watch'], sandbox, built),
    start('card frames', ['--import', 'tsx', 'frames/build.ts', '--watch'], join(root, 'dropin'), built),
  ]
}

/**
 * `untilReady` resolves with the message before 'ready', and fails when the process ends first. `ended` gives the exit
 * code.
 */
function start(name, args, cwd, env, output = 'inherit') {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', output, output, 'ipc'] })
  const ended = new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  let report = {}
  const untilReady = () =>
    new Promise((resolve, reject) => {
      child.on('message', (message) => {
        if (message === 'ready') resolve(report)
        else report = message
      })
      child.on('exit', () => reject(new Failure()))
    })
  const stop = async () => {
    forget()
    child.kill('SIGTERM')
    // A payment under way waits for the gateway.
    const patience = 60 + Number(env.GATEWAY_MARGIN_SECONDS || 15) + 15
    const hurry = setTimeout(() => child.kill('SIGKILL'), patience * 1000)
    await ended
    clearTimeout(hurry)
  }
  const kill = () => {
    forget()
    child.kill('SIGKILL')
    return ended
  }
  const forget = atEnd(stop)
  child.on('exit', forget)
  /** SIGSTOP: everything stays open and nothing happens. */
  const freeze = () => child.kill('SIGSTOP')
  const thaw = () => child.kill('SIGCONT')
  return { name, pid: child.pid, untilReady, ended, stop, kill, freeze, thaw }
}
