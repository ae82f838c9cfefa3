import { eq } from 'drizzle-orm'
import { tryMailServer } from '#mail/send-mails.server.ts'
import { clientTokenFor, gatewayFor } from '#payments/gateway/braintree.server.ts'
import { toFailure } from '#payments/gateway/gateway-answers.ts'
import { accounts } from '#people/people.tables.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import {
  type Env,
  parseEnv,
  type SavedSettings,
  type SettablePart,
  SettingsProblem,
  settableParts,
} from '#platform/settings/env.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { saveSettings } from '#platform/settings/saved-settings.server.ts'
import type { Member } from '#team/member.server.ts'
import { hasDemo } from './set-up.server.ts'
import type { GatewayAccount, MailServer } from './settings.schema.ts'

/** Without secrets. */
export function settingsNow({ env }: World) {
  const { smtpUrl, mailFrom, gateway } = env
  const server = smtpUrl ? new URL(smtpUrl) : undefined
  return {
    mail: {
      isSetOutside: env.isSetOutside('mail'),
      server: server?.hostname ?? '',
      port: server?.port || (server?.protocol === 'smtps:' ? '465' : '587'),
      user: decodeURIComponent(server?.username ?? ''),
      from: /<(.+)>/.exec(mailFrom ?? '')?.[1] ?? mailFrom ?? '',
    },
    gateway: {
      isSetOutside: env.isSetOutside('gateway'),
      environment: gateway.environment,
      merchantId: gateway.environment === 'local' ? '' : gateway.merchantId,
    },
  }
}

/** Counts for the desk's list of open tasks, once the demo is gone. */
export async function unsetParts({ db, env }: Pick<World, 'db' | 'env'>) {
  const lacks = { mailServer: !env.smtpUrl, gateway: env.gateway.environment === 'local' }
  const isForReal = (lacks.mailServer || lacks.gateway) && !(await hasDemo(db))
  const figure = (isLacking: boolean) => ({ many: isForReal && isLacking ? 1 : 0 })
  return { noMailServer: figure(lacks.mailServer), noGateway: figure(lacks.gateway) }
}

/** Saved only after a test mail to the member. Returns its address. */
export async function setMailServer(world: World, member: Member, server: MailServer): Promise<string> {
  const programme = await readProgramme(world.db)
  const { env, saved } = await readWith(world, 'mail', {
    SMTP_URL: toSmtpUrl(server),
    ...(server.from && { MAIL_FROM: `"${programme.name.replace(/["\\<>\r\n]/g, '')}" <${server.from}>` }),
  })
  const to = await readMemberEmail(world, member)
  const from = env.mailFrom ?? { name: programme.name, address: programme.email }
  const subject = `A mail of ${programme.name}`
  const text = `The mail server of ${env.siteUrl} works: it sent this.`
  await tryMailServer(orNotFound(env.smtpUrl), { from, to, subject, text }).catch((problem: Error) =>
    refuse('not-possible', `The mail server does not take our mail: ${problem.message}. Nothing was saved.`),
  )
  await saveAndRestart(world, member, saved, 'mail server set')
  return to
}

/** Saved only after a client token was issued. */
export async function setGateway(world: World, member: Member, account: GatewayAccount): Promise<void> {
  const { env, saved } = await readWith(world, 'gateway', gatewaySettings(account))
  await clientTokenFor(gatewayFor(inHurry(env))).catch((problem) => {
    const { kind, reason } = toFailure(problem)
    refuse(
      'not-possible',
      kind === 'refused'
        ? `Braintree refuses these keys (${reason}). All must be of one account, and of the place chosen above. Nothing was saved.`
        : `The gateway cannot be asked (${reason}). Nothing was saved. Try again in a minute.`,
    )
  })
  await saveAndRestart(world, member, saved, 'gateway set')
}

/** A person waits for the answer. */
const inHurry = (env: Env): Env => ({
  ...env,
  gateway: { ...env.gateway, timeoutSeconds: 15, callSeconds: 20 },
})

function toSmtpUrl({ server, port, user, smtp_password: password }: MailServer): string {
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  return `${port === 465 ? 'smtps' : 'smtp'}://${login}${server}:${port}`
}

/** The sandbox needs no keys: earlier ones are dropped. */
const gatewaySettings = (account: GatewayAccount): SavedSettings =>
  account.environment === 'local'
    ? {}
    : {
        GATEWAY_ENVIRONMENT: account.environment,
        GATEWAY_MERCHANT_ID: account.merchant_id,
        GATEWAY_PUBLIC_KEY: account.public_key,
        GATEWAY_PRIVATE_KEY: account.private_key,
        GATEWAY_TOKENIZATION_KEY: account.widget_key,
      }

/** Parsed as the next start would. */
async function readWith(world: World, part: SettablePart, changed: SavedSettings) {
  const { readFrom, isSetOutside } = world.env
  if (isSetOutside(part)) refuse('not-possible', 'This is set by the environment, and changed there.')
  if (!world.restart)
    refuse('not-possible', 'Nothing would start this site again. Set it in the environment.')
  if (await hasDemo(world.db))
    refuse('not-possible', 'This site still shows the demo. Begin with your own programme first.')
  const names: readonly string[] = settableParts[part]
  const others = Object.entries(readFrom.saved).filter(([name]) => !names.includes(name))
  const saved: SavedSettings = { ...Object.fromEntries(others), ...changed }
  try {
    return { saved, env: parseEnv(readFrom.variables, readFrom.root, saved) }
  } catch (problem) {
    if (!(problem instanceof SettingsProblem)) throw problem
    return refuse('not-possible', `${problem.message} Nothing was saved.`)
  }
}

async function saveAndRestart(
  world: World,
  { actor }: Member,
  saved: SavedSettings,
  what: 'mail server set' | 'gateway set',
) {
  saveSettings(world.env.dataDir, saved)
  await addChange(world.db, { actor, what })
  world.restart?.()
}

async function readMemberEmail({ db }: World, { accountId }: Member): Promise<string> {
  const [account] = await db
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  return orNotFound(account?.email)
}
