import { randomBytes } from 'node:crypto'
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { isFirstUse } from '#platform/http/rate-limit.server.ts'
import { secrets } from '#platform/http/tries.tables.ts'
import { botCheckFailed } from './bot-check-failed.server.ts'
import { isAlarmed } from './card-alarm.server.ts'

const goodForMinutes = 20
/** About a second on a phone: `cost` rounds of hashing for each of up to 1200 guesses. */
const cost = 2000
const hardCost = 6 * cost
export const guesses = [600, 1200] as const

/** Cheap once, expensive for a machine that makes thousands of accounts. */
export async function newBotCheck(db: Db): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: (await isAlarmed(db)) ? hardCost : cost,
    counter: randomInt(...guesses),
    deriveKey,
    expiresAt: new Date(Date.now() + goodForMinutes * 60_000),
    ...(await keys(db)),
  })
}

/** Good once: the row that marks it as spent is written in the transaction that it allows. */
export async function passBotCheck(db: Db, answer: string, isHard = false) {
  const solved = Solved.safeParse(decoded(answer))
  if (!solved.success) return botCheckFailed()
  const { challenge, solution } = solved.data
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...(await keys(db)) })
  if (!verified) botCheckFailed()
  // Easier solutions from before the alarm may have been stockpiled.
  if (isHard && challenge.parameters.cost < hardCost) botCheckFailed()
  const { nonce, expiresAt } = challenge.parameters
  if (!(await isFirstUse(db, `bot-check:${nonce}`, new Date(expiresAt * 1000)))) botCheckFailed()
}

const Solved = z.object({
  challenge: z.object({
    parameters: z
      .object({
        algorithm: z.string(),
        nonce: z.string(),
        salt: z.string(),
        cost: z.number(),
        keyLength: z.number(),
        keyPrefix: z.string(),
        keySignature: z.string(),
        expiresAt: z.number(),
      })
      .catchall(z.union([z.string(), z.number()])),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

function decoded(answer: string): unknown {
  try {
    return JSON.parse(Buffer.from(answer, 'base64').toString())
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined
    throw problem
  }
}

/** Made at the first start, shared by all processes. */
async function keys(db: Db) {
  const name = 'bot-check'
  const read = async () => {
    const [stored] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name))
    return stored?.value
  }
  let value = await read()
  if (!value) {
    const made = { name, value: randomBytes(32).toString('base64url') }
    await db.insert(secrets).values(made).onConflictDoNothing()
    value = (await read()) ?? made.value
  }
  return { hmacSignatureSecret: `challenge:${value}`, hmacKeySignatureSecret: `key:${value}` }
}
