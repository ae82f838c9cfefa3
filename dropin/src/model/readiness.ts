import { waits, withTimeout } from '../platform/waits.ts'
import { dispatch, type Running } from './running.ts'
import type { Dependency, State } from './state.ts'

/** Resolves once nothing is loading; checked on every change, and polled as a backstop. */
export function whenSettled({ store, ended }: Pick<Running, 'store' | 'ended'>) {
  return new Promise<void>((resolve) => {
    function look() {
      if (!isSettled(store.read())) return
      stopLooking()
      resolve()
    }
    function stopLooking() {
      clearInterval(poll)
      stopWatching()
    }
    const stopWatching = store.subscribe(look)
    const poll = setInterval(look, waits.dependencyPoll)
    ended.addEventListener('abort', stopLooking)
    look()
  })
}

/** Failures disable the way to pay, and are logged. */
export async function settle(
  running: Running,
  dependency: Dependency,
  loading: Promise<unknown>,
  failures: unknown[],
) {
  const late = () => new Error(`${dependency} did not load in time.`)
  try {
    await withTimeout(waits.dependency, loading, late)
    dispatch(running, { type: 'dependency-settled', dependency, status: 'done' })
  } catch (problem) {
    if (running.ended.aborted) return
    console.error(problem)
    failures.push(problem)
    dispatch(running, { type: 'dependency-settled', dependency, status: 'failed' })
  }
}

function isSettled({ dependencies }: State) {
  return !Object.values(dependencies).includes('initializing')
}

export function isUsable({ options, dependencies }: State) {
  return options.some((option) => dependencies[option] === 'done')
}
