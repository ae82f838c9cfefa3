import { setImmediate } from 'node:timers/promises'

/** Serial queue that yields to the event loop before each job. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <Answer>(deed: () => Promise<Answer>): Promise<Answer> => {
    const answer = last.then(() => setImmediate()).then(deed)
    last = answer.catch(() => undefined)
    return answer
  }
}
