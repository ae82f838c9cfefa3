import { options } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

export { useCallback, useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'

/** What React and the page call by two names. */
const namesOnPage: Record<string, string> = {
  onChange: 'onInput',
  fontSize: 'font-size',
  fontStyle: 'font-style',
  fontWeight: 'font-weight',
}

const before = options.vnode
options.vnode = (node) => {
  const props = node.props as Record<string, unknown>
  if (typeof node.type === 'string')
    for (const name in namesOnPage)
      if (name in props) {
        props[`${namesOnPage[name]}`] = props[name]
        delete props[name]
      }
  before?.(node)
}

/** Shows what a store holds, which gives the same value until it changes. */
export function useSyncExternalStore<Value>(
  subscribe: (changed: () => void) => () => void,
  read: () => Value,
) {
  const [, show] = useState(read)
  useLayoutEffect(() => {
    const follow = () => show(() => read())
    follow() // it may have changed since it was drawn
    return subscribe(follow)
  }, [subscribe, read])
  return read()
}
