import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  settingsOf,
  startSandbox,
  startSandboxOfSources,
  startSandboxWatching,
  startSite,
  startSiteWatching,
} from './services.mjs'
import { atEnd, Failure, root } from './tools.mjs'

/** Settings may stand in a file `.env` in the root; what the shell sets goes before it. */
export function loadSettings() {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/**
 * Runs sandbox and site, and starts again which of them ends by itself; all of them when the site has other settings. What
 * cannot even start ends everything.
 */
export async function serve() {
  for (;;) {
    const env = withDemo({ ...settingsOf(process.env), STARTED_AGAIN: '1' })
    const isLocal = isGatewayLocal(env)
    const running = []
    const starts = [...(isLocal ? [startSandbox] : []), startSite].map((start, index) => () => {
      running[index] = start(env)
      return running[index]
    })
    const services = starts.map((start) => start())
    const said = await Promise.all(services.map(({ untilReady }) => untilReady()))
    console.log(greeting(env, isLocal, said.at(-1)))
    const over = new AbortController()
    const limits = { ...restarts, signal: over.signal }
    const runs = services.map((service, index) => keepRunning(service, starts[index], limits))
    if (!(await Promise.race(runs))) return
    console.log('The settings were changed at the desk. Everything is started again.')
    over.abort()
    await Promise.all(running.map((service) => service.stop()))
  }
}

/** The same from the sources: what they show follows each change of them. */
export async function serveWatching() {
  const env = withDemo(settingsOf(process.env, 'development'))
  const isLocal = isGatewayLocal(env)
  // What the sandbox serves may never have been built yet.
  for (const folder of [env.SANDBOX_FRAMES_DIR, join(root, 'sandbox/dist')])
    mkdirSync(folder, { recursive: true })
  if (isLocal) await trySandbox(env)
  const site = startSiteWatching(env)
  const services = [site, ...(isLocal ? startSandboxWatching(env) : [])]
  const ended = Promise.race(services.map(endsByItself))
  const said = await Promise.race([site.untilReady(), ended])
  console.log(greeting(env, isLocal, said))
  await ended
}

/** Watched, it would wait for changes of its sources where a setting is wrong or its port in use. */
async function trySandbox(env) {
  const sandbox = startSandboxOfSources(env)
  await sandbox.untilReady()
  await sandbox.stop()
}

/** Beside the sandbox there is nothing to link: every way to pay that families may be offered can be tried. */
function withDemo(env) {
  if (!isGatewayLocal(env)) return env
  const usual = {
    PAYMENT_OPTIONS: 'card,paypal,venmo,applePay,googlePay',
    THREE_D_SECURE: 'ask',
  }
  const added = Object.entries(usual).filter(([name]) => !env[name])
  return {
    ...env,
    ...Object.fromEntries(added),
    // Of no more use once the desk has saved keys of Braintree.
    ADDED_BESIDE_SANDBOX: added.map(([name]) => name).join(','),
  }
}

/** The environment says so, or what the desk has saved (web/app/platform/settings/saved-settings.server.ts). */
function isGatewayLocal(env) {
  const names = ['ENVIRONMENT', 'MERCHANT_ID', 'PUBLIC_KEY', 'PRIVATE_KEY', 'TOKENIZATION_KEY']
  const isSet = names.some((name) => env[`GATEWAY_${name}`])
  const file = join(env.DATA_DIR, 'settings.json')
  const saved = !isSet && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : env
  return (saved.GATEWAY_ENVIRONMENT || 'local') === 'local'
}

const restarts = { most: 5, inSeconds: 60, waitSeconds: 1 }

/** What the site ends with when it is to be started with other settings (web/main.mjs). */
const startAgain = 'exit code 75'

/**
 * Starts a service again each time that it ends by itself, a little later each time. Fails when that happens too often,
 * or when somebody ended it in order; ends when it asks for other settings, which is answered with true, and with `signal`.
 */
export async function keepRunning(service, start, { most, inSeconds, waitSeconds, signal } = restarts) {
  let [running, isOver, ends] = [service, false, []]
  atEnd(() => {
    isOver = true
  })
  const isEnded = () => isOver || signal?.aborted
  for (;;) {
    const how = await running.ended
    if (isEnded()) return false
    if (how === startAgain) return true
    const now = Date.now()
    ends = [...ends, now].filter((end) => now - end < inSeconds * 1000)
    const isOften = ends.length > most
    const howOften = isOften ? ` ${ends.length} times in ${inSeconds} seconds` : ''
    if (isOften || how === 'exit code 0')
      throw new Failure(`The ${running.name} ended by itself${howOften} (${how}), so everything was stopped.`)
    console.error(`The ${running.name} ended by itself (${how}). It is started again.`)
    await wait(waitSeconds * ends.length * 1000)
    if (isEnded()) return false
    running = start()
    const { name, untilReady } = running
    untilReady().then(
      (said) => console.log(`The ${name} is up again.\n${setUpWords(siteOf(process.env), said?.code)}`),
      // It has said why; its end is seen above.
      () => undefined,
    )
  }
}

/** Fails when the service has ended. */
async function endsByItself({ name, ended }) {
  throw new Failure(`The ${name} ended by itself (${await ended}), so everything was stopped.`)
}

const siteOf = (env) => env.SITE_URL || `http://localhost:${env.PORT || 3000}`

function greeting(env, isLocal, { code, hasDemo, sendsMail }) {
  const site = siteOf(env)
  return `
Courtside is up.

  Site      ${site}
${setUpWords(site, code)}${isLocal ? localWords(site, env, { hasDemo, sendsMail }) : ''}${hasDemo && env.FIRST_SEASON === 'none' ? demoStaysWords : ''}
  Ctrl+C ends it.
`
}

/** Until the site has an owner. */
const setUpWords = (site, code) =>
  code
    ? `  Set it up ${site}/desk/set-up
  Code      ${code} (of this page, until there is an owner)
`
    : ''

const demoStaysWords = `
  The demo is in the data folder already: --empty begins an empty one alone. Name another with DATA_DIR.
`

function localWords(site, env, { hasDemo, sendsMail }) {
  return `  Sandbox   http://127.0.0.1:${env.SANDBOX_PORT || 3001} (the card gateway; no money moves)
  Mail      ${sendsMail ? 'is sent by SMTP' : keptMailWords(site, env)}
${hasDemo ? demoWords(site, env) : ''}
  Test cards, any date to come and any postal code:
    4111 1111 1111 1111, CVV 123   is accepted
    4111 1111 1111 1111, CVV 200   is refused
    4000 0000 0000 2503, CVV 123   has a bank that asks for a code; the sandbox's page shows it
    5555 5555 5555 4444, 3782 822463 10005 and more are in sandbox/README.md

  PayPal: any email address approves. Venmo: open the QR code's address. Apple Pay and Google Pay are played.
`
}

function demoWords(site, env) {
  const { password, emails } = demoSignIns()
  return `
  Demo sign-ins, password "${password}" (until an owner begins with your own programme, at ${site}/desk/settings):
${emails.map((email) => `    ${email}`).join('\n')}

${deskWords(site, env)}
`
}

/** Kept mails hold links that open accounts: the site shows them where it is reached from this machine alone. */
const keptMailWords = (site, env) =>
  isPrivate(site, env) ? `${site}/development/mail` : 'is kept and shown to nobody until a mail server is set'

const isPrivate = (site, { HOST }) =>
  [new URL(site).hostname, HOST || 'localhost'].every((host) => thisMachine.includes(host))

const thisMachine = ['localhost', '127.0.0.1', '::1', '[::1]']

/** The demo accounts that open the desk, on this machine alone; their second step is any code app that is told the secret. */
function deskWords(site, env) {
  if (!isPrivate(site, env)) return `  The desk  ${site}/desk, for whom npm run team -- invite names`
  const { secret, roles } = JSON.parse(readFileSync(join(root, 'web/app/season/demo/demo-team.json'), 'utf8'))
  return `  The desk  ${site}/desk, for these with a code besides:
${Object.entries(roles)
  .map(([email, role]) => `    ${email} (${role})`)
  .join('\n')}
    Tell a code app the secret ${secret}
    or otpauth://totp/Courtside:demo?secret=${secret}&issuer=Courtside`
}

/** The accounts of the demo season, as its file names them. */
function demoSignIns() {
  const [, demo = ''] = readFileSync(join(root, 'season.yaml'), 'utf8').split(/^demo:/m)
  const password = /^ {2}password: (.+)$/m.exec(demo)?.[1]
  const emails = [...demo.matchAll(/- email: (\S+)/g)].map(([, email]) => email)
  return { password, emails }
}
