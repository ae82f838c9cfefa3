import type { Db } from '#platform/database.server.ts'
import type { Env } from '#platform/env.server.ts'
import { passBotCheck } from './proof-of-work.server.ts'
import { passRecaptcha } from './recaptcha.server.ts'

/**
 * Checks that no machine sends the form: by reCAPTCHA where the site has keys for it, else by our own work.
 * Asks the outside service now; the answer of this function belongs in the transaction of what the check allows.
 */
export async function checkBot(
  recaptcha: Env['recaptcha'],
  { answer, action, address }: { answer: string; action: string; address: string },
): Promise<(tx: Db) => Promise<void>> {
  if (!recaptcha) return (tx) => passBotCheck(tx, answer)
  await passRecaptcha(recaptcha, answer, action, address)
  return async () => undefined
}
