/** Node-style callback that public methods take in place of giving a promise. */
type Callback<Result> = (error: Error | null, result?: Result) => void

/** A method that gives a promise or, with a callback as its last argument, nothing. */
export type Either<Given extends unknown[], Result> = {
  (...given: Given): Promise<Result>
  (...given: [...Given, Callback<Result>]): void
}

/** Lets a promise-giving function take a callback too; an error inside a callback is reported to the page. */
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
