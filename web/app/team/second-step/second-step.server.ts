import { eq, sql } from 'drizzle-orm'
import { checkBot } from '#bot-check/bot-check.server.ts'
import { newToken } from '#people/accounts/tokens.db.server.ts'
import { signIns } from '#people/people.tables.ts'
import { secondStepCheckAction } from '#people/people.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { hashOf } from '#platform/hash.server.ts'
import {
  countEach,
  countTry,
  forgetTries,
  networkOf,
  refuseBeyond,
} from '#platform/http/rate-limit.server.ts'
import { refuse } from '#platform/refusal.ts'
import { count } from '#platform/tally.server.ts'
import { spendCode } from './authenticator.server.ts'
import { type SentPasskey, spendPasskey } from './passkeys.server.ts'
import { isRecoveryCode, spendRecoveryCode } from './recovery-codes.server.ts'

/**
 * Whoever comes here has typed the password. Tries are counted by account and network, so that nobody elsewhere locks a
 * member out. A code has six digits, and three are good at a time: a thousand guesses of a day, most of them under a bot
 * check, open the desk in one case of 300, and a passkey or a recovery code opens it all the same.
 */
const limits = {
  ofNetwork: { tries: 10, minutes: 15 },
  beforeCheck: { tries: 100, minutes: 1440 },
  ofDay: { tries: 1000, minutes: 1440 },
} as const
const checkWords = 'Many codes were tried for this account. We check that you are human: send it again.'
const tooManyToday =
  'Too many wrong codes were tried today. Use a passkey or a recovery code, then change your password.'

/** What somebody answers with: the code of an app, a code for a bad day, or what a passkey has signed. */
export type SecondStep = {
  code?: string | undefined
  passkey?: SentPasskey | undefined
  /** The answer of a bot check, once it is asked for. */
  g_recaptcha_response?: string | undefined
}

/** Takes the second step: whatever stands for it is spent, and whatever is wrong is refused. */
export async function takeSecondStep(world: World, accountId: string, step: SecondStep, address: string) {
  const { db, env } = world
  const { code = '', passkey } = step
  const way = passkey ? 'second-step-passkey' : isRecoveryCode(code) ? 'second-step-recovery' : 'second-step'
  const ofNetwork = `${way}:${accountId}:${networkOf(address)}`
  if (way === 'second-step') await limitCodes(world, accountId, ofNetwork, step, address)
  else await countTry(db, ofNetwork, limits.ofNetwork)
  if (passkey) await spendPasskey(world, accountId, passkey)
  else if (!(await isSpent(db, env, accountId, code))) {
    count('wrong second step')
    refuse('wrong-code')
  }
  await forgetTries(db, ofNetwork)
  if (way === 'second-step') await forgetTries(db, beforeCheckKey(accountId))
}

const beforeCheckKey = (accountId: string) => `second-step-check:${accountId}`

async function limitCodes(
  world: World,
  accountId: string,
  ofNetwork: string,
  step: SecondStep,
  address: string,
) {
  const [ofDay, beforeCheck] = [`second-step-day:${accountId}`, beforeCheckKey(accountId)]
  const { beyond } = await countEach(world.db, [
    [ofNetwork, limits.ofNetwork],
    [ofDay, limits.ofDay],
    [beforeCheck, limits.beforeCheck],
  ])
  if (beyond === undefined) return
  if (beyond !== beforeCheck) refuseBeyond(beyond, beyond === ofDay ? tooManyToday : undefined)
  count('second step under a bot check')
  const { g_recaptcha_response: answer } = step
  if (!answer) refuse('bot-check-needed', checkWords)
  const spendCheck = await checkBot(world.env.recaptcha, { answer, action: secondStepCheckAction, address })
  await spendCheck(world.db)
}

const isSpent = (db: Db, env: World['env'], accountId: string, code: string) =>
  isRecoveryCode(code) ? spendRecoveryCode(db, accountId, code) : spendCode(db, env, accountId, code)

/**
 * From now on this browser opens the desk, for as long as the second step is good. It gets a new token: whoever had got
 * hold of the one before is left with nothing. Answers the cookie's token.
 */
export async function openDesk(db: Db, signInId: string): Promise<string> {
  const token = newToken()
  await db
    .update(signIns)
    .set({ secondFactorAt: sql`now()`, tokenHash: hashOf(token) })
    .where(eq(signIns.id, signInId))
  return token
}
