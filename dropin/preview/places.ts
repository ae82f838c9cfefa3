/** Kinds of containers; described in preview.css. */
export const placeKinds = [
  'block',
  'flex',
  'flex item',
  'flex column',
  'grid',
  'grid item',
  'inline-block',
  'min-content',
  'float',
  'absolute',
  'table cell',
  'hidden',
  'shadow root',
] as const
export type PlaceKind = (typeof placeKinds)[number]

/** Wrapper and container. */
export function spaceFor(kind: PlaceKind) {
  const [space, container] = [document.createElement('div'), document.createElement('div')]
  space.className = `space ${kind.replace(' ', '-')}`
  space.hidden = kind === 'hidden'
  container.className = 'container'
  const within = kind === 'shadow root' ? space.attachShadow({ mode: 'open' }) : space
  within.append(container)
  return { space, container }
}
