import pino from 'pino'

export type Log = pino.Logger

export const openLog = (level: string): Log => pino({ level, base: null, serializers: { err: shownOf } })

/** A failed query tells its statement and the cause: what it would have written is not for a log. */
export function shownOf(problem: Error): object {
  if (!('query' in problem && 'params' in problem)) return pino.stdSerializers.err(problem)
  const { query, cause } = problem
  const { code, constraint, message } = (cause ?? {}) as Record<string, unknown>
  return { type: problem.constructor.name, query, cause: { code, constraint, message } }
}

/** The words of a mail server may name whom a mail was for: that is not for a log. */
export const withoutAddresses = (words: string) => words.replace(/[^\s<>"']+@[^\s<>"']+/g, '…')

/** Links of mails carry their secret in the address, and who has that of a gift opens its receipt: they are not for a log. */
export const withoutSecret = (path: string) =>
  path.replace(
    /^(\/(?:pages\/(?:confirm|confirm-email|confirm-guardian|reset-password|welcome|donate\/\w+)|desk\/join)\/)[^.]+/,
    '$1…',
  )
