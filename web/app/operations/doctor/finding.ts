import { type Env, isThisMachine } from '#platform/settings/env.server.ts'

/** `note` is informative, `wrong` needs somebody. The message is one line, with what to do. */
export type Finding = { what: string; state: 'fine' | 'note' | 'wrong'; message: string }

export const fine = (what: string, message: string): Finding => ({ what, state: 'fine', message })
export const wrong = (what: string, message: string): Finding => ({ what, state: 'wrong', message })

/** Optional on a desk, wrong on a site that families use. */
export const missing = (env: Env, what: string, message: string): Finding => ({
  what,
  state: isForReal(env) ? 'wrong' : 'note',
  message,
})

/** Real money, or a public address without the banner of a demo. */
const isForReal = (env: Env): boolean =>
  env.gateway.environment === 'production' || (isPublic(env) && !env.isDemo)

const isPublic = ({ siteUrl }: Env) => !isThisMachine(new URL(siteUrl).hostname)

/** The first line of the innermost cause. */
export function describeCause(problem: unknown): string {
  const { cause, message, code } = problem as { cause?: unknown; message?: string; code?: string }
  if (cause) return describeCause(cause)
  return (message || code || String(problem)).split('\n')[0] ?? ''
}
