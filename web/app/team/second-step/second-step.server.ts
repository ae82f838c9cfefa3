import { eq, sql } from 'drizzle-orm'
import { checkBot } from '#bot-check/bot-check.server.ts'
import { newToken } from '#people/accounts/tokens.db.server.ts'
import { signIns } from '#people/people.tables.ts'
import { secondStepCheckAction } from '#people/people.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import {
  countEach,
  countTry,
  forgetTries,
  refuseBeyond,
  toNetwork,
} from '#platform/http/rate-limit.server.ts'
import { refuse } from '#platform/refusal.ts'
import { countRefusal } from '#platform/tally.server.ts'
import { spendCode } from './authenticator.server.ts'
import { type SentPasskey, spendPasskey } from './passkeys.server.ts'
import { isRecoveryCode, spendRecoveryCode } from './recovery-codes.server.ts'

/**
 * After the password. Tries count per account and network, so nobody elsewhere locks a member out. Of six digits three
 * codes are valid: a thousand guesses a day, mostly with a bot check, succeed once in 300; passkeys always work.
 */
const limits = {
  perNetwork: { tries: 10, minutes: 15 },
  beforeCheck: { tries: 100, minutes: 1440 },
  perDay: { tries: 1000, minutes: 1440 },
} as const
const botCheckText = 'Many codes were tried for this account. We check that you are human: send it again.'
const tooManyToday =
  'Too many wrong codes were tried today. Use a passkey or a recovery code, then change your password.'

/** An app's code, a recovery code, or a passkey's signature. */
export type SecondStep = {
  code?: string | undefined
  passkey?: SentPasskey | undefined
  /** Once it is required. */
  g_recaptcha_response?: string | undefined
}

export async function takeSecondStep(world: World, accountId: string, step: SecondStep, address: string) {
  const { db, env } = world
  const { code = '', passkey } = step
  const way = passkey ? 'second-step-passkey' : isRecoveryCode(code) ? 'second-step-recovery' : 'second-step'
  const networkKey = `${way}:${accountId}:${toNetwork(address)}`
  if (way === 'second-step') await limitCodes(world, accountId, networkKey, step, address)
  else await countTry(db, networkKey, limits.perNetwork)
  if (passkey) await spendPasskey(world, accountId, passkey)
  else if (!(await isSpent(db, env, accountId, code))) {
    countRefusal('wrong second step')
    refuse('wrong-code')
  }
  await forgetTries(db, networkKey)
  if (way === 'second-step') await forgetTries(db, beforeCheckKey(accountId))
}

const beforeCheckKey = (accountId: string) => `second-step-check:${accountId}`

async function limitCodes(
  world: World,
  accountId: string,
  networkKey: string,
  step: SecondStep,
  address: string,
) {
  const [dayKey, checkKey] = [`second-step-day:${accountId}`, beforeCheckKey(accountId)]
  const { beyond } = await countEach(world.db, [
    [networkKey, limits.perNetwork],
    [dayKey, limits.perDay],
    [checkKey, limits.beforeCheck],
  ])
  if (beyond === undefined) return
  if (beyond !== checkKey) refuseBeyond(beyond, beyond === dayKey ? tooManyToday : undefined)
  countRefusal('second step under a bot check')
  const { g_recaptcha_response: answer } = step
  if (!answer) refuse('bot-check-needed', botCheckText)
  const spendCheck = await checkBot(world.env.recaptcha, { answer, action: secondStepCheckAction, address })
  await spendCheck(world.db)
}

const isSpent = (db: Db, env: World['env'], accountId: string, code: string) =>
  isRecoveryCode(code) ? spendRecoveryCode(db, accountId, code) : spendCode(db, env, accountId, code)

/** Opens the desk for this sign-in, with a new token against session fixation. Returns the cookie's token. */
export async function openDesk(db: Db, signInId: string): Promise<string> {
  const token = newToken()
  await db
    .update(signIns)
    .set({ secondFactorAt: sql`now()`, tokenHash: sha256(token) })
    .where(eq(signIns.id, signInId))
  return token
}
