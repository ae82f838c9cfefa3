import { render } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

// React's exports that the source uses, by Preact. `preact/compat` would work, with more code to evaluate.

export { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks'
export { Fragment, jsx, jsxs } from 'preact/jsx-runtime'

export const createRoot = (container: Element) => ({
  render: (children: Parameters<typeof render>[0]) => render(children, container),
  unmount: () => render(null, container),
})

export function useSyncExternalStore<Snapshot>(
  subscribe: (onChange: () => void) => () => void,
  getSnapshot: () => Snapshot,
) {
  const snapshot = getSnapshot()
  const [, setSnapshot] = useState(snapshot)
  useLayoutEffect(() => {
    const update = () => setSnapshot(getSnapshot)
    update()
    return subscribe(update)
  }, [subscribe, getSnapshot])
  return snapshot
}
