export * as waits from './wait-table.ts'

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Rejects with `late` after the limit. */
export function withTimeout<Result>(limit: number, work: Promise<Result>, late: () => Error) {
  return new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), limit)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

export const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
