import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { sql } from 'drizzle-orm'
import { tryMailServer } from '#mail/send-mails.server.ts'
import { clientTokenFor, gatewayFor, gatewayUrl } from '#payments/gateway/braintree.server.ts'
import { toFailure } from '#payments/gateway/gateway-answers.ts'
import type { World } from '#platform/contexts.server.ts'
import { queryRows } from '#platform/database/db.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { describeCause, type Finding, fine, missing, wrong } from './finding.ts'

const patienceMs = 10_000
/** A signature or link that is a minute old on one clock must not lie in the future of another. */
const mostSkewSeconds = 30
const leastDays = 14
const dayMs = 86_400_000

/** Checks the keys by asking for a client token. */
export async function checkGateway({ env }: World): Promise<Finding> {
  const what = 'Gateway'
  const { environment } = env.gateway
  try {
    await clientTokenFor(gatewayFor(env))
    return fine(
      what,
      environment === 'local' ? 'the sandbox answers.' : `Braintree (${environment}) takes our keys.`,
    )
  } catch (problem) {
    const { kind, reason } = toFailure(problem)
    if (kind === 'refused')
      return wrong(
        what,
        `refuses our keys (${reason}). GATEWAY_MERCHANT_ID, GATEWAY_PUBLIC_KEY and GATEWAY_PRIVATE_KEY must be of one account of GATEWAY_ENVIRONMENT=${environment}.`,
      )
    return wrong(what, `cannot be asked (${reason}). Look whether this machine reaches ${gatewayUrl(env)}.`)
  }
}

/** With real keys, no form may reach the sandbox. */
export async function checkSandbox({ env }: World): Promise<Finding> {
  const what = 'Sandbox'
  if (env.gateway.environment === 'local') return fine(what, 'it is the gateway of this site.')
  const answers = await fetch(env.gateway.url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  }).then(
    () => true,
    () => false,
  )
  if (answers)
    return wrong(what, `something answers at ${env.gateway.url}. Stop the sandbox: real keys need none.`)
  return fine(what, 'it does not run.')
}

/** With `to` a mail is sent; without it only the log-in is tried. */
export async function checkMailServer({ db, env }: World, to?: string): Promise<Finding> {
  const what = 'Mail server'
  if (!env.smtpUrl) return missing(env, what, 'there is none: set one at /desk/settings, or SMTP_URL.')
  try {
    const { name, email } = await readProgramme(db)
    const from = env.mailFrom ?? { name, address: email }
    const content = { subject: `A mail of ${name}`, text: `npm run doctor sent it from ${env.siteUrl}.` }
    await tryMailServer(env.smtpUrl, to ? { from, to, ...content } : undefined)
    return fine(
      what,
      to
        ? `took a mail to ${to}. See that it arrives.`
        : 'takes us in. Add --mail YOUR@ADDRESS to send a mail.',
    )
  } catch (problem) {
    return wrong(what, `does not take our mail (${describeCause(problem)}). Look at SMTP_URL and MAIL_FROM.`)
  }
}

export async function checkClocks(world: World): Promise<Finding> {
  const what = 'Clocks'
  const [databaseSkew, gatewaySkew] = await Promise.all([
    measureDatabaseSkew(world),
    measureGatewaySkew(world),
  ])
  const off = [databaseSkew, ...(gatewaySkew ? [gatewaySkew] : [])].filter(
    ({ seconds }) => Math.abs(seconds) > mostSkewSeconds,
  )
  if (off.length === 0 && gatewaySkew) return fine(what, 'this machine, the database and the gateway agree.')
  if (off.length === 0)
    return {
      what,
      state: 'note',
      message: 'this machine and the database agree; the gateway cannot be asked.',
    }
  const each = off.map(({ whose, seconds }) => `${whose} is ${Math.round(seconds)} s ahead of this machine`)
  return wrong(what, `${each.join(', ')}. Let each machine follow a time server (timedatectl set-ntp true).`)
}

async function measureDatabaseSkew({ db }: World) {
  const [row] = await queryRows<{ now: number }>(
    db,
    sql`select extract(epoch from clock_timestamp())::float8 as now`,
  )
  return { whose: 'the database', seconds: (row?.now ?? 0) - Date.now() / 1000 }
}

/** Undefined where it cannot be reached. */
async function measureGatewaySkew({ env }: World) {
  const whose = 'the gateway'
  const signal = AbortSignal.timeout(patienceMs)
  const answer = await fetch(gatewayUrl(env), { method: 'HEAD', redirect: 'manual', signal }).catch(
    () => undefined,
  )
  const date = answer?.headers.get('date')
  return date ? { whose, seconds: (Date.parse(date) - Date.now()) / 1000 } : undefined
}

export async function checkCertificate({ env }: World): Promise<Finding> {
  const what = 'Certificate'
  const { protocol, hostname, port } = new URL(env.siteUrl)
  if (protocol !== 'https:') return missing(env, what, 'SITE_URL is not https: cookies and cards need it.')
  try {
    const { until, problem } = await fetchCertificate(hostname, Number(port || 443))
    const days = Math.floor((until.getTime() - Date.now()) / dayMs)
    if (days < leastDays)
      return wrong(what, `of ${hostname} ends in ${days} days. Look whether it is renewed by itself.`)
    if (problem)
      return wrong(what, `of ${hostname} is not trusted (${problem}). Let your proxy show its whole chain.`)
    return fine(what, `of ${hostname} is good for ${days} days.`)
  } catch (problem) {
    return wrong(
      what,
      `of ${env.siteUrl} cannot be seen (${describeCause(problem)}). Look at domain, proxy and port.`,
    )
  }
}

/** Wrong only where it ends soon: a machine may not reach its own public address. */
export async function certificateEnds(world: World): Promise<Finding> {
  const finding = await checkCertificate(world)
  return finding.message.includes(' ends in ') ? finding : { ...finding, state: 'fine' }
}

function fetchCertificate(host: string, port: number) {
  return new Promise<{ until: Date; problem: string | undefined }>((resolve, reject) => {
    // Inspected even if untrusted: nothing is sent.
    const servername = isIP(host) ? '' : host
    const socket = connect({ host, port, servername, rejectUnauthorized: false, timeout: patienceMs })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('no answer')))
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to)
      resolve({ until, problem: socket.authorized ? undefined : String(socket.authorizationError) })
      socket.destroy()
    })
  })
}
