/**
 * Calls when an element may look different: a class was toggled above it, the day ended, a transition did, or the text
 * of the page has another size.
 */
export function watchLooks(element: Element, changed: () => void, closed: AbortSignal) {
  const attributes = new MutationObserver(changed)
  for (const each of withAncestors(element)) attributes.observe(each, { attributes: true })
  const size = new ResizeObserver(changed)
  size.observe(element)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed, { signal: closed })
  document.addEventListener('transitionend', changed, { signal: closed })
  closed.addEventListener('abort', () => {
    attributes.disconnect()
    size.disconnect()
  })
}

/** Beyond the shadow roots that it stands in, too. */
function withAncestors(element: Element): Element[] {
  const root = element.getRootNode()
  const above = element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined)
  return above ? [element, ...withAncestors(above)] : [element]
}
