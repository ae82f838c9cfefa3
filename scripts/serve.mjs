import { existsSync } from 'node:fs'
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
  const sandbox = `http://127.0.0.1:${env.SANDBOX_PORT || 3001}`
  return `
Courtside is up.

  Site      ${site}${isLocal ? localWords(site, sandbox, env) : ''}

  Ctrl+C ends it.
`
}

const localWords = (site, sandbox, env) => `
  Sandbox   ${sandbox} (the card gateway; no money moves)
  Mail      ${env.SMTP_URL ? 'is sent by SMTP' : `${site}/dev/mail`}

  Test cards, any date to come, any CVV:
    4111 1111 1111 1111   is accepted
    4000 1111 1111 1115   is declined
`
