/**
 * Calls when an element may look different: a class was toggled above it, the day ended, a transition did, or the text
 * of the page has another size.
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

/** Beyond the shadow roots that it stands in, too. */
function withAncestors(element: Element): Element[] {
  const root = element.getRootNode()
  const above = element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined)
  return above ? [element, ...withAncestors(above)] : [element]
}
