import { eq, sql } from 'drizzle-orm'
import { newToken } from '#people/accounts/tokens.db.server.ts'
import { signIns } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { hashOf } from '#platform/hash.server.ts'
import { countTry, forgetTries } from '#platform/rate-limit.server.ts'
import { refuse } from '#platform/refusal.ts'
import { count } from '#platform/tally.server.ts'
import { spendCode } from './authenticator.server.ts'
import { type SentPasskey, spendPasskey } from './passkeys.server.ts'
import { isRecoveryCode, spendRecoveryCode } from './recovery-codes.server.ts'

/** A code has six digits, and three are good at a time: a day of guessing opens the desk in one case of 3,000. */
const limits = { quick: { tries: 10, minutes: 15 }, day: { tries: 100, minutes: 1440 } }

/** What somebody answers with: the code of an app, a code for a bad day, or what a passkey has signed. */
export type SecondStep = { code?: string | undefined; passkey?: SentPasskey | undefined }

/** Takes the second step: whatever stands for it is spent, and whatever is wrong is refused. */
export async function takeSecondStep(world: World, accountId: string, { code = '', passkey }: SecondStep) {
  const { db, env } = world
  const [quick, day] = [`second-step:${accountId}`, `second-step-day:${accountId}`]
  await countTry(db, quick, limits.quick)
  await countTry(db, day, limits.day)
  if (passkey) await spendPasskey(world, accountId, passkey)
  else if (!(await isSpent(db, env, accountId, code))) {
    count('wrong second step')
    refuse('wrong-code')
  }
  await forgetTries(db, quick)
  await forgetTries(db, day)
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
