type Callback<Result> = (error: Error | null, result?: Result) => void

/** Returns a promise, or takes a callback as last argument. */
export type Either<Given extends unknown[], Result> = {
  (...given: Given): Promise<Result>
  (...given: [...Given, Callback<Result>]): void
}

/** Adds a callback to an async function; errors thrown by the callback are reported to the page. */
export function either<Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) {
  function call(...given: unknown[]) {
    const last = given.at(-1)
    if (typeof last !== 'function') return work(...(given as Given))
    const callback = last as Callback<Result>
    work(...(given.slice(0, -1) as Given))
      .then((result) => callback(null, result), callback)
      .catch(reportError)
  }
  return call as Either<Given, Result>
}
