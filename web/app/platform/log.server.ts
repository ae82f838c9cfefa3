import pino from 'pino'

export type Log = pino.Logger

export const openLog = (level: string): Log =>
  pino({ level, base: null, serializers: { err: serializeError } })

/** Drops a failed query's parameters, which may hold personal data. */
export function serializeError(problem: Error): object {
  if (!('query' in problem && 'params' in problem)) return pino.stdSerializers.err(problem)
  const { query, cause } = problem
  const { code, constraint, message } = (cause ?? {}) as Record<string, unknown>
  return { type: problem.constructor.name, query, cause: { code, constraint, message } }
}

/** A mail server's reply may hold the recipient's address. */
export const withoutAddresses = (text: string) => text.replace(/[^\s<>"']+@[^\s<>"']+/g, '…')

/** Mailed links carry their secret in the path, which must not be logged. */
export const withoutSecret = (path: string) =>
  path.replace(
    /^(\/(?:pages\/(?:confirm|confirm-email|confirm-guardian|reset-password|welcome|donate\/\w+)|desk\/join)\/)[^.]+/,
    '$1…',
  )
