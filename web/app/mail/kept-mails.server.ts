import type { Env } from '#platform/env.server.ts'
import { refuse } from '#platform/refusal.ts'

const ownMachine = ['localhost', '127.0.0.1', '[::1]']

/** Mails hold links that open accounts, so they are shown on the machine itself alone, and never where mail is sent. */
export function keptMailsOnly({ smtpUrl, siteUrl }: Pick<Env, 'smtpUrl' | 'siteUrl'>) {
  if (!smtpUrl && ownMachine.includes(new URL(siteUrl).hostname)) return
  refuse('not-found')
}
