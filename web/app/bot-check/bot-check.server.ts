import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isBeyond, toNetwork } from '#platform/http/rate-limit.server.ts'
import { refuse } from '#platform/refusal.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { isAlarmed } from './card-alarm.server.ts'
import { passBotCheck } from './proof-of-work.server.ts'
import { passRecaptcha } from './recaptcha.server.ts'

/** Asks reCAPTCHA now, else checks the proof of work in the returned function: call it in the allowed transaction. */
export async function checkBot(
  recaptcha: Env['recaptcha'],
  { answer, action, address }: Check,
  isHard = false,
): Promise<(tx: Db) => Promise<void>> {
  if (!recaptcha) return (tx) => passBotCheck(tx, answer, isHard)
  await passRecaptcha(recaptcha, { token: answer, action, address, isHard })
  return async () => undefined
}
type Check = { answer: string; action: string; address: string }

/** For forms that can test cards: harder while many cards are declined. */
export async function checkBotWithCard({ db, env }: Pick<World, 'db' | 'env'>, check: Check) {
  const isHard = await isAlarmed(db)
  if (isHard && env.recaptcha) await pause(db, check.address)
  return checkBot(env.recaptcha, check, isHard)
}

/** reCAPTCHA needs a throttle; proof of work takes its time anyway. */
async function pause(db: Db, address: string) {
  const isTooSoon = await isBeyond(db, `card-pause:${toNetwork(address)}`, { tries: 1, minutes: 1 })
  if (isTooSoon) refuse('too-many-tries', 'Please wait a minute, then try again.')
}
