import { uuid } from '#agreed/uuid.ts'

/**
 * Shows a frame in a place. Frames find each other in the document alone, so one whose place is inside of shadow roots
 * stands there, too: beside the outermost root, and a slot in each root leads it to its place.
 * Gives all that was put somewhere.
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

/** Whether a frame goes to another place as it is; else it is loaded anew there. */
function canMove(frame: Element, to: Element) {
  return frame.isConnected && to.isConnected && 'moveBefore' in to
}
