import { namesThisMachine } from '#platform/http/address.server.ts'
import { refuse } from '#platform/refusal.ts'
import type { Env } from '#platform/settings/env.server.ts'

/** Mails hold links that open accounts: shown on this machine only, and never where SMTP is set. */
export function requireLocalMailbox(
  { smtpUrl, isPrivate }: Pick<Env, 'smtpUrl' | 'isPrivate'>,
  request: Request,
) {
  if (smtpUrl || !isPrivate || !namesThisMachine(request)) refuse('not-found')
}
