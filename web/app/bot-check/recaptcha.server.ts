import { z } from 'zod'
import type { Env } from '#platform/settings/env.server.ts'
import { botCheckFailed } from './bot-check-failed.server.ts'

type Recaptcha = NonNullable<Env['recaptcha']>

/** Google's own line between people and machines, where a site has none of its own. */
const leastScore = 0.5
/** While many cards are declined. */
const hardScore = 0.7
const patienceMs = 10_000

const Verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
})

/**
 * Asks reCAPTCHA (version 3) about the token of a form: it must be good, of this action and from a person, more
 * likely than not. Each token is good once, which the service itself sees to.
 */
export async function passRecaptcha(
  recaptcha: Recaptcha,
  { token, action, address, isHard }: { token: string; action: string; address: string; isHard: boolean },
) {
  const verdict = Verdict.safeParse(await verdictOn(recaptcha, token, address))
  if (!verdict.success) return botCheckFailed()
  const { success, score = 0, action: checkedAction } = verdict.data
  if (!success || checkedAction !== action || score < (isHard ? hardScore : leastScore)) botCheckFailed()
}

/** What the service says; undefined when it cannot be asked. */
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
