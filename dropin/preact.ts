import { render } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

// What the source takes of React, by Preact, in the builds that bring their own renderer. `preact/compat` has it too, with
// more to read than a page should wait for.

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
