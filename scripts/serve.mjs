import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsOf, startSandbox, startSite } from './services.mjs'
import { Failure, root } from './tools.mjs'

/** Settings may stand in a file `.env` in the root; what the shell sets goes before it. */
export function loadSettings() {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** Runs sandbox and site until one of them ends. */
export async function serve() {
  const env = settingsOf(process.env)
  const isLocal = (env.GATEWAY_ENVIRONMENT || 'local') === 'local'
  const services = [...(isLocal ? [startSandbox(env)] : []), startSite(env)]
  await Promise.all(services.map(({ untilReady }) => untilReady()))
  console.log(greeting(env, isLocal))
  await Promise.race(services.map(endsByItself))
}

/** Fails when the service has ended. */
export async function endsByItself({ name, ended }) {
  throw new Failure(`The ${name} ended by itself (${await ended}), so everything was stopped.`)
}

function greeting(env, isLocal) {
  const site = env.SITE_URL || `http://localhost:${env.PORT || 3000}`
  return `
Courtside is up.

  Site      ${site}
${isLocal ? localWords(site, env) : ''}
  Ctrl+C ends it.
`
}

function localWords(site, env) {
  const { password, emails } = demoSignIns()
  return `  Sandbox   http://127.0.0.1:${env.SANDBOX_PORT || 3001} (the card gateway; no money moves)
  Mail      ${env.SMTP_URL ? 'is sent by SMTP' : `${site}/development/mail`}

  Demo sign-ins, password "${password}" (until a season of your own is brought in):
${emails.map((email) => `    ${email}`).join('\n')}

  Test cards, any date to come and any postal code:
    4111 1111 1111 1111, CVV 123   is accepted
    4111 1111 1111 1111, CVV 200   is refused
    5555 5555 5555 4444, 3782 822463 10005 and more are in sandbox/README.md
`
}

/** The accounts of the demo season, as its file names them. */
function demoSignIns() {
  const [, demo = ''] = readFileSync(join(root, 'season.yaml'), 'utf8').split(/^demo:/m)
  const password = /^ {2}password: (.+)$/m.exec(demo)?.[1]
  const emails = [...demo.matchAll(/- email: (\S+)/g)].map(([, email]) => email)
  return { password, emails }
}
