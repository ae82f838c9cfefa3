/**
 * Calls back when an element may look different: a class above it, the colour scheme, a transition, or the font size
 * changed.
 */
export function watchLooks(element: Element, changed: () => void, closed: AbortSignal) {
  let frame = 0
  function look() {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(changed)
  }
  const attributes = new MutationObserver(look)
  for (const each of withAncestors(element)) attributes.observe(each, { attributes: true })
  const size = new ResizeObserver(look)
  size.observe(element)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', look, { signal: closed })
  document.addEventListener('transitionend', look, { signal: closed })
  closed.addEventListener('abort', () => {
    attributes.disconnect()
    size.disconnect()
    cancelAnimationFrame(frame)
  })
}

function withAncestors(element: Element): Element[] {
  const root = element.getRootNode()
  const above = element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined)
  return above ? [element, ...withAncestors(above)] : [element]
}
