import { type Env, isThisMachine } from '#platform/settings/env.server.ts'

/** What a check found: `note` is worth knowing, `wrong` needs somebody. Says what to do, in one line. */
export type Finding = { what: string; state: 'fine' | 'note' | 'wrong'; says: string }

export const fine = (what: string, says: string): Finding => ({ what, state: 'fine', says })
export const wrong = (what: string, says: string): Finding => ({ what, state: 'wrong', says })

/** What a desk may leave out, and a site that families use may not. */
export const missing = (env: Env, what: string, says: string): Finding => ({
  what,
  state: isForReal(env) ? 'wrong' : 'note',
  says,
})

/** Families use it: real money, or a public address without the banner of a demo. */
const isForReal = (env: Env): boolean =>
  env.gateway.environment === 'production' || (isPublic(env) && !env.isDemo)

const isPublic = ({ siteUrl }: Env) => !isThisMachine(new URL(siteUrl).hostname)

/** The words of a problem for a line: those of its cause where it has one, such as of a statement that failed. */
export function reasonOf(problem: unknown): string {
  const { cause, message, code } = problem as { cause?: unknown; message?: string; code?: string }
  if (cause) return reasonOf(cause)
  return (message || code || String(problem)).split('\n')[0] ?? ''
}
