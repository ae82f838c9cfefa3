import { waits } from '../platform/waits.ts'
import type { Running } from './running.ts'
import type { State } from './state.ts'

/** Resolves once nothing loads any more: looked at with every change, and now and then in case one was missed. */
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

function isSettled({ dependencies }: State) {
  return !Object.values(dependencies).includes('initializing')
}

/** At least one way to pay works. */
export function isUsable({ options, dependencies }: State) {
  return options.some((option) => dependencies[option] === 'done')
}
