// What the widget has of React's, by Preact: `build.ts` puts this in its place. `preact/compat` has all of React's, which
// is read and weighs.
import { type ComponentChild, render } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

export { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks'

export const createRoot = (place: Element) => ({
  render: (view: ComponentChild) => render(view, place),
  unmount: () => render(null, place),
})

export function useSyncExternalStore<Seen>(subscribe: (look: () => void) => () => void, read: () => Seen) {
  const seen = read()
  const [, setLast] = useState(seen)
  useLayoutEffect(() => {
    const look = () => setLast(() => read())
    look()
    return subscribe(look)
  }, [subscribe, read])
  return seen
}
