import { type Action, reduce, type State } from './state.ts'

/** Holds the state of one widget and tells its views when it changes. */
export function createStore(initial: State) {
  let state = initial
  const watchers = new Set<() => void>()
  return {
    read: () => state,
    dispatch(action: Action) {
      state = reduce(state, action)
      for (const watcher of watchers) watcher()
    },
    subscribe(watcher: () => void) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
