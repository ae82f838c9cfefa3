import type { Db } from '#platform/database.server.ts'
import type { Env } from '#platform/env.server.ts'
import { countTry, networkOf } from '#platform/rate-limit.server.ts'
import { hashOf } from '../visitor.server.ts'

/**
 * Where a request comes from, the address that links in its mails begin with, who checks for bots, and the
 * page that whoever asks wants to go on to once logged in.
 */
export type Asked = { address: string; siteUrl: string; recaptcha?: Env['recaptcha']; next?: string | null }

/** By network address the limits are wide: on a sign-up evening a whole club shares one. */
const limits = {
  login: { email: { tries: 10, minutes: 15 }, address: { tries: 150, minutes: 15 } },
  register: { email: { tries: 5, minutes: 60 }, address: { tries: 100, minutes: 60 } },
  'ask-mail': { email: { tries: 5, minutes: 60 }, address: { tries: 100, minutes: 60 } },
  'take-link': { email: { tries: 10, minutes: 15 }, address: { tries: 100, minutes: 15 } },
  'own-password': { email: { tries: 10, minutes: 15 }, address: { tries: 100, minutes: 15 } },
} as const

/** Counts a try by account (`who`: an email address, a link or an account's id) and by network address, whether or not it exists. */
export async function limitTries(db: Db, what: keyof typeof limits, who: string, address: string) {
  await countTry(db, `${what}:${networkOf(address)}`, limits[what].address)
  await countTry(db, `${what}:${hashOf(who)}`, limits[what].email)
}
