import { hash, hashRaw, verify } from '@node-rs/argon2'

/** OWASP's third of five equally strong parameter sets: a third faster than that with 19 MB. */
const cost = { memoryCost: 12_288, timeCost: 3, parallelism: 1 }
const now = `$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** Rehashed at the next log-in. */
export const isOutdated = (passwordHash: string | null) => passwordHash?.includes(now) === false

export const hashPassword = (password: string) => oneByOne(() => hash(password, cost))

/** For short secrets; `whose` is the salt. */
export const slowHash = async (text: string, whose: string): Promise<string> => {
  const bytes = await oneByOne(() => hashRaw(text, { ...cost, salt: Buffer.from(whose) }))
  return bytes.toString('base64url')
}

/** Verified where there is no account, so that the time is the same. */
const nobody = hash(crypto.randomUUID(), cost)

export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const known = passwordHash ?? (await nobody)
  const fits = await oneByOne(() => verify(known, password))
  return fits && typeof passwordHash === 'string'
}

let last: Promise<unknown> = Promise.resolve()

/** Concurrent hashing would not be faster, and would block every page. */
function oneByOne<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}
