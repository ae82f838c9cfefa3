import type { Db } from '#platform/database/database.server.ts'
import { hashOf } from '#platform/hash.server.ts'
import {
  countEach,
  countTry,
  networkOf,
  refuseBeyond,
  takeBackAndForget,
} from '#platform/http/rate-limit.server.ts'
import type { Env } from '#platform/settings/env.server.ts'

/**
 * Where a request comes from, the address that links in its mails begin with, who checks for bots, and the
 * page that whoever asks wants to go on to once logged in.
 */
export type Caller = { address: string; siteUrl: string; recaptcha?: Env['recaptcha']; next?: string | null }

/** By network address the limits are wide: on a sign-up evening a whole club shares one. */
const limits = {
  register: { email: { tries: 5, minutes: 60 }, address: { tries: 100, minutes: 60 } },
  'ask-mail': { email: { tries: 5, minutes: 60 }, address: { tries: 100, minutes: 60 } },
  'take-link': { email: { tries: 10, minutes: 15 }, address: { tries: 100, minutes: 15 } },
  'own-password': { email: { tries: 10, minutes: 15 }, address: { tries: 100, minutes: 15 } },
} as const

const login = {
  /** Of one email from one network: a stranger elsewhere locks nobody out. */
  emailAndNetwork: { tries: 10, minutes: 15 },
  network: { tries: 150, minutes: 15 },
  /** Of one email over all networks. Beyond it a bot check is asked for, and nobody is refused. */
  email: { tries: 100, minutes: 60 },
} as const
const networkLoginKey = (address: string) => `login:${networkOf(address)}`
const loginKey = (email: string, address: string) => `login:${hashOf(email)}:${networkOf(address)}`

/** Counts a try to log in, whether or not there is such an account; tells whether it needs a bot check. */
export async function limitLogin(db: Db, email: string, address: string): Promise<boolean> {
  const byEmail = `login:${hashOf(email)}`
  const { beyond } = await countEach(db, [
    [networkLoginKey(address), login.network],
    [loginKey(email, address), login.emailAndNetwork],
    [byEmail, login.email],
  ])
  if (beyond !== undefined && beyond !== byEmail) refuseBeyond(beyond)
  return beyond === byEmail
}

/** Only wrong tries count against whoever knows the password, and against its network: a whole club may log in from one. */
export const forgetWrongLogins = (db: Db, email: string, address: string) =>
  takeBackAndForget(db, networkLoginKey(address), login.network, loginKey(email, address))

/** Passwords are looked at one by one; with several processes this stays well below what a network may try. */
const mostAtOnce = 30
const lines = new Map<string, { atWork: number; waiting: (() => void)[] }>()

/**
 * Of one network only so many log in at once in a process, the others after them: who is right counts until that is seen,
 * and a whole town behind one address would be refused at the hour when registration opens.
 */
export async function amongFew<Result>(address: string, logIn: () => Promise<Result>): Promise<Result> {
  const network = networkOf(address)
  const line = lines.get(network) ?? { atWork: 0, waiting: [] }
  lines.set(network, line)
  if (line.atWork === mostAtOnce) await new Promise<void>((next) => line.waiting.push(next))
  else line.atWork += 1
  try {
    return await logIn()
  } finally {
    const next = line.waiting.shift()
    if (next) next()
    else line.atWork -= 1
    if (line.atWork === 0) lines.delete(network)
  }
}

/** Counts a try by account (`who`: an email address, a link or an account's id) and by network address, whether or not it exists. */
export async function limitTries(db: Db, what: keyof typeof limits, who: string, address: string) {
  await countTry(db, `${what}:${networkOf(address)}`, limits[what].address)
  await countTry(db, `${what}:${hashOf(who)}`, limits[what].email)
}
