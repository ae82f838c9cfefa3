import type { Db } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import {
  countEach,
  countTry,
  refuseBeyond,
  takeBackAndForget,
  toNetwork,
} from '#platform/http/rate-limit.server.ts'
import type { Env } from '#platform/settings/env.server.ts'

/** `address`: of the network, for limits; `siteUrl`: for links in mails; `next`: the page after log-in. */
export type Caller = { address: string; siteUrl: string; recaptcha?: Env['recaptcha']; next?: string | null }

/** Wide by address: on a sign-up evening a whole club shares one. */
const limits = {
  register: { email: { tries: 5, minutes: 60 }, address: { tries: 100, minutes: 60 } },
  'ask-mail': { email: { tries: 5, minutes: 60 }, address: { tries: 100, minutes: 60 } },
  'take-link': { email: { tries: 10, minutes: 15 }, address: { tries: 100, minutes: 15 } },
  'own-password': { email: { tries: 10, minutes: 15 }, address: { tries: 100, minutes: 15 } },
} as const

const login = {
  /** A stranger on another network locks nobody out. */
  emailAndNetwork: { tries: 10, minutes: 15 },
  network: { tries: 150, minutes: 15 },
  /** Over all networks; beyond it a bot check is required, and nobody is refused. */
  email: { tries: 100, minutes: 60 },
} as const
const networkLoginKey = (address: string) => `login:${toNetwork(address)}`
const loginKey = (email: string, address: string) => `login:${sha256(email)}:${toNetwork(address)}`

/** Counts a try whether or not the account exists. Returns whether it needs a bot check. */
export async function limitLogin(db: Db, email: string, address: string): Promise<boolean> {
  const byEmail = `login:${sha256(email)}`
  const { beyond } = await countEach(db, [
    [networkLoginKey(address), login.network],
    [loginKey(email, address), login.emailAndNetwork],
    [byEmail, login.email],
  ])
  if (beyond !== undefined && beyond !== byEmail) refuseBeyond(beyond)
  return beyond === byEmail
}

/** Successful log-ins do not count: a whole club may share a network. */
export const forgetWrongLogins = (db: Db, email: string, address: string) =>
  takeBackAndForget(db, networkLoginKey(address), login.network, loginKey(email, address))

/** Per process; passwords are hashed one by one, so with several processes this stays below a network's limit. */
const mostAtOnce = 30
const lines = new Map<string, { atWork: number; waiting: (() => void)[] }>()

/** A semaphore: a try counts until it has succeeded, else a town behind one NAT would be refused at an opening. */
export async function limitConcurrentLogins<Result>(
  address: string,
  logIn: () => Promise<Result>,
): Promise<Result> {
  const network = toNetwork(address)
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

/** `who`: an email address, a link or an account's id, existing or not. */
export async function limitTries(db: Db, what: keyof typeof limits, who: string, address: string) {
  await countTry(db, `${what}:${toNetwork(address)}`, limits[what].address)
  await countTry(db, `${what}:${sha256(who)}`, limits[what].email)
}
