import { uuid } from '#agreed/uuid.ts'

/**
 * Frames find each other in the document alone: inside of shadow roots one becomes a child of the outermost host, and
 * slots project it to its place. Returns all added nodes.
 */
export function showFrame(frame: HTMLElement, place: Element) {
  const name = `braintree-${uuid()}`
  const put: HTMLElement[] = []
  let at = place
  for (let root = at.getRootNode(); root instanceof ShadowRoot; root = at.getRootNode()) {
    const slot = Object.assign(document.createElement('slot'), { name, slot: at === place ? '' : name })
    at.append(slot)
    put.push(slot)
    at = root.host
  }
  if (at !== place) frame.slot = name
  put.push(frame)
  if (canMove(frame, at)) at.moveBefore(frame, null)
  else at.append(frame)
  return put
}

/** `moveBefore` keeps a frame loaded; any other move reloads it. */
function canMove(frame: Element, to: Element) {
  return frame.isConnected && to.isConnected && 'moveBefore' in to
}
