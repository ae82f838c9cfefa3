import { namesThisMachine } from '#platform/address.server.ts'
import type { Env } from '#platform/env.server.ts'
import { refuse } from '#platform/refusal.ts'

/** Mails hold links that open accounts, so they are shown on the machine itself alone, and never where mail is sent. */
export function keptMailsOnly({ smtpUrl, isPrivate }: Pick<Env, 'smtpUrl' | 'isPrivate'>, request: Request) {
  if (smtpUrl || !isPrivate || !namesThisMachine(request)) refuse('not-found')
}
