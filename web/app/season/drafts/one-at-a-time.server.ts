import { setImmediate } from 'node:timers/promises'

/** Does such deeds one after the other, and lets everybody else have a turn before each. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <Answer>(deed: () => Promise<Answer>): Promise<Answer> => {
    const answer = last.then(() => setImmediate()).then(deed)
    last = answer.catch(() => undefined)
    return answer
  }
}
