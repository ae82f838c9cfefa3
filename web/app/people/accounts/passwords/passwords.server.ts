import { hash, hashRaw, verify } from '@node-rs/argon2'

/** The third of the five that OWASP holds to be equally strong: it takes two thirds of the time of the one with 19 MB. */
const cost = { memoryCost: 12_288, timeCost: 3, parallelism: 1 }
const now = `$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** Made at another cost: it is made anew when its password is next known. */
export const isOutdated = (passwordHash: string | null) => passwordHash?.includes(now) === false

export const hashPassword = (password: string) => oneByOne(() => hash(password, cost))

/** What is too short to be safe as a plain hash, hashed as slowly as a password; `whose` is its salt. */
export const slowHash = async (text: string, whose: string): Promise<string> => {
  const bytes = await oneByOne(() => hashRaw(text, { ...cost, salt: Buffer.from(whose) }))
  return bytes.toString('base64url')
}

/** A hash that no password fits, checked where there is no account, so that the answer takes as long. */
const nobody = hash(crypto.randomUUID(), cost)

export async function isPasswordOf(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const known = passwordHash ?? (await nobody)
  const fits = await oneByOne(() => verify(known, password))
  return fits && typeof passwordHash === 'string'
}

let last: Promise<unknown> = Promise.resolve()

/** Many at once would take no less time in all, and every page would wait behind them. */
function oneByOne<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}
