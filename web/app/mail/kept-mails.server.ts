import { namesThisMachine } from '#platform/http/address.server.ts'
import { refuse } from '#platform/refusal.ts'
import type { Env } from '#platform/settings/env.server.ts'

/** Mails hold links that open accounts, so they are shown on the machine itself alone, and never where mail is sent. */
export function keptMailsOnly({ smtpUrl, isPrivate }: Pick<Env, 'smtpUrl' | 'isPrivate'>, request: Request) {
  if (smtpUrl || !isPrivate || !namesThisMachine(request)) refuse('not-found')
}
