type Callback<Result> = (error: Error | null, result?: Result) => void

/** Returns a promise, or takes a callback as last argument. */
export type PromiseOrCallback<Args extends unknown[], Result> = {
  (...args: Args): Promise<Result>
  (...args: [...Args, Callback<Result>]): void
}

/** Adds a callback to an async function; errors thrown by the callback are reported to the page. */
export function withCallback<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
  function call(...args: unknown[]) {
    const last = args.at(-1)
    if (typeof last !== 'function') return work(...(args as Args))
    const callback = last as Callback<Result>
    work(...(args.slice(0, -1) as Args))
      .then((result) => callback(null, result), callback)
      .catch(reportError)
  }
  return call as PromiseOrCallback<Args, Result>
}
