export function createStore<State, Action>(initial: State, reduce: (state: State, action: Action) => State) {
  let state = initial
  const watchers = new Set<() => void>()
  return {
    read: () => state,
    dispatch(action: Action) {
      const before = state
      state = reduce(state, action)
      if (state !== before) for (const watcher of watchers) watcher()
    },
    subscribe(watcher: () => void) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}

export type Store<State, Action> = {
  read: () => State
  dispatch: (action: Action) => void
  subscribe: (watcher: () => void) => () => void
}
