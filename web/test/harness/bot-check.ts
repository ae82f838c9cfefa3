import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { guesses, newBotCheck } from '#bot-check/proof-of-work.server.ts'
import type { Db } from '#platform/database/database.server.ts'

/** What a browser sends as `g_recaptcha_response`, worked out for real. */
export const solvedBotCheck = async (db: Db): Promise<string> => solveBotCheck(await newBotCheck(db))

/** What no answer can be is not tried. */
export async function solveBotCheck(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: guesses[0] })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
