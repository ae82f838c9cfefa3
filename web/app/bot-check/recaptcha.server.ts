import { z } from 'zod'
import type { Env } from '#platform/settings/env.server.ts'
import { botCheckFailed } from './bot-check-failed.server.ts'

type Recaptcha = NonNullable<Env['recaptcha']>

/** Google's default threshold. */
const leastScore = 0.5
const hardScore = 0.7
const patienceMs = 10_000

const Verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
})

/** Checks a version 3 token's action and score. The service ensures that each token is good once. */
export async function passRecaptcha(
  recaptcha: Recaptcha,
  { token, action, address, isHard }: { token: string; action: string; address: string; isHard: boolean },
) {
  const verdict = Verdict.safeParse(await verdictOn(recaptcha, token, address))
  if (!verdict.success) return botCheckFailed()
  const { success, score = 0, action: checkedAction } = verdict.data
  if (!success || checkedAction !== action || score < (isHard ? hardScore : leastScore)) botCheckFailed()
}

/** Undefined when the service cannot be reached. */
async function verdictOn(
  { url, secretKey }: Recaptcha,
  response: string,
  remoteip: string,
): Promise<unknown> {
  try {
    const answer = await fetch(new URL('/recaptcha/api/siteverify', url), {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response, remoteip }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    return await answer.json()
  } catch (problem) {
    const isAway =
      problem instanceof TypeError || problem instanceof DOMException || problem instanceof SyntaxError
    if (isAway) return undefined
    throw problem
  }
}
