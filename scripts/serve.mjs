import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  serviceSettings,
  startSandbox,
  startSandboxFromSources,
  startSandboxWatching,
  startSite,
  startSiteWatching,
} from './services.mjs'
import { atEnd, Failure, root } from './tools.mjs'

/** The environment takes precedence over `.env`. */
export function loadSettings() {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/**
 * Restarts sandbox and site after a crash, both when the site's settings were changed. A failed start ends everything.
 */
export async function serve() {
  for (;;) {
    const env = withDemo({ ...serviceSettings(process.env), STARTED_AGAIN: '1' })
    const isLocal = isGatewayLocal(env)
    const running = []
    const starts = [...(isLocal ? [startSandbox] : []), startSite].map((start, index) => () => {
      running[index] = start(env)
      return running[index]
    })
    const services = starts.map((start) => start())
    const report = await Promise.all(services.map(({ untilReady }) => untilReady()))
    console.log(greeting(env, isLocal, report.at(-1)))
    const over = new AbortController()
    const limits = { ...restarts, signal: over.signal }
    const runs = services.map((service, index) => keepRunning(service, starts[index], limits))
    if (!(await Promise.race(runs))) return
    console.log('The settings were changed at the desk. Everything is started again.')
    over.abort()
    await Promise.all(running.map((service) => service.stop()))
  }
}

export async function serveWatching() {
  const env = withDemo(serviceSettings(process.env, 'development'))
  const isLocal = isGatewayLocal(env)
  for (const folder of [env.SANDBOX_FRAMES_DIR, join(root, 'sandbox/dist')])
    mkdirSync(folder, { recursive: true })
  if (isLocal) await trySandbox(env)
  const site = startSiteWatching(env)
  const services = [site, ...(isLocal ? startSandboxWatching(env) : [])]
  const ended = Promise.race(services.map(endsByItself))
  const report = await Promise.race([site.untilReady(), ended])
  console.log(greeting(env, isLocal, report))
  await ended
}

/** In watch mode a wrong setting or a port in use would wait for changes. */
async function trySandbox(env) {
  const sandbox = startSandboxFromSources(env)
  await sandbox.untilReady()
  await sandbox.stop()
}

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
    ADDED_BESIDE_SANDBOX: added.map(([name]) => name).join(','),
  }
}

function isGatewayLocal(env) {
  const names = ['ENVIRONMENT', 'MERCHANT_ID', 'PUBLIC_KEY', 'PRIVATE_KEY', 'TOKENIZATION_KEY']
  const isSet = names.some((name) => env[`GATEWAY_${name}`])
  const file = join(env.DATA_DIR, 'settings.json')
  const saved = !isSet && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : env
  return (saved.GATEWAY_ENVIRONMENT || 'local') === 'local'
}

const restarts = { most: 5, inSeconds: 60, waitSeconds: 1 }

/** Restart with other settings (web/main.mjs). */
const startAgain = 'exit code 75'

/**
 * Restarts a service with a growing delay. Fails when it ends too often or with code 0; true when it asks for other
 * settings, false with `signal`.
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
      (report) => console.log(`The ${name} is up again.\n${setUpText(siteUrl(process.env), report?.code)}`),
      () => undefined,
    )
  }
}

async function endsByItself({ name, ended }) {
  throw new Failure(`The ${name} ended by itself (${await ended}), so everything was stopped.`)
}

const siteUrl = (env) => env.SITE_URL || `http://localhost:${env.PORT || 3000}`

function greeting(env, isLocal, { code, hasDemo, sendsMail }) {
  const site = siteUrl(env)
  return `
Courtside is up.

  Site      ${site}
${setUpText(site, code)}${isLocal ? localText(site, env, { hasDemo, sendsMail }) : ''}${hasDemo && env.FIRST_SEASON === 'none' ? demoStaysText : ''}
  Ctrl+C ends it.
`
}

const setUpText = (site, code) =>
  code
    ? `  Set it up ${site}/desk/set-up
  Code      ${code} (of this page, until there is an owner)
`
    : ''

const demoStaysText = `
  The demo is in the data folder already: --empty begins an empty one alone. Name another with DATA_DIR.
`

function localText(site, env, { hasDemo, sendsMail }) {
  return `  Sandbox   http://127.0.0.1:${env.SANDBOX_PORT || 3001} (the card gateway; no money moves)
  Mail      ${sendsMail ? 'is sent by SMTP' : storedMailText(site, env)}
${hasDemo ? demoText(site, env) : ''}
  Test cards, any date to come and any postal code:
    4111 1111 1111 1111, CVV 123   is accepted
    4111 1111 1111 1111, CVV 200   is refused
    4000 0000 0000 2503, CVV 123   has a bank that asks for a code; the sandbox's page shows it
    5555 5555 5555 4444, 3782 822463 10005 and more are in sandbox/README.md

  PayPal: any email address approves. Venmo: open the QR code's address. Apple Pay and Google Pay are played.
`
}

function demoText(site, env) {
  const { password, emails } = demoSignIns()
  return `
  Demo sign-ins, password "${password}" (until an owner begins with your own programme, at ${site}/desk/settings):
${emails.map((email) => `    ${email}`).join('\n')}

${deskText(site, env)}
`
}

/** Stored mails have sign-in links: shown on this machine only. */
const storedMailText = (site, env) =>
  isPrivate(site, env) ? `${site}/development/mail` : 'is kept and shown to nobody until a mail server is set'

const isPrivate = (site, { HOST }) =>
  [new URL(site).hostname, HOST || 'localhost'].every((host) => thisMachine.includes(host))

const thisMachine = ['localhost', '127.0.0.1', '::1', '[::1]']

/** Only on this machine; the second step is a TOTP of this secret. */
function deskText(site, env) {
  if (!isPrivate(site, env)) return `  The desk  ${site}/desk, for whom npm run team -- invite names`
  const { secret, roles } = JSON.parse(readFileSync(join(root, 'web/app/season/demo/demo-team.json'), 'utf8'))
  return `  The desk  ${site}/desk, for these with a code besides:
${Object.entries(roles)
  .map(([email, role]) => `    ${email} (${role})`)
  .join('\n')}
    Tell a code app the secret ${secret}
    or otpauth://totp/Courtside:demo?secret=${secret}&issuer=Courtside`
}

function demoSignIns() {
  const [, demo = ''] = readFileSync(join(root, 'season.yaml'), 'utf8').split(/^demo:/m)
  const password = /^ {2}password: (.+)$/m.exec(demo)?.[1]
  const emails = [...demo.matchAll(/- email: (\S+)/g)].map(([, email]) => email)
  return { password, emails }
}
