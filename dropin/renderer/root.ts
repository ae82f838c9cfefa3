import { type Drawing, Fragment, type View } from './elements.ts'
import { drawnBy, type Kept, runEffects } from './hooks.ts'
import { type Drawings, type Drawn, put, tell } from './place.ts'

// What the widget needs of React, in place of React or Preact: a page waits while its script is read, and either is more
// to read than it may be (`scripts/package.mjs`, `npm run bench -- widget`; docs/decisions/0016). Not there: state,
// reducers, memos, contexts, portals, boundaries of errors, suspense, markup of a server, and drawing in pieces. What
// components keep is in refs and in stores outside.

/** One drawing: what is to be done once everything stands in its place, and how another is asked for. */
type Turn = { redraw: () => void; after: ((isLate: boolean) => unknown)[] }

/** Draws a view into an element, and again, after what is more pressing, for all that has changed by then. */
export function createRoot(element: Element) {
  let view: View
  let drawn: Drawings = []
  let isDue = false

  function draw() {
    isDue = false
    const turn: Turn = { redraw, after: [] }
    const others = drawn
    drawn = drawAll([view], others, turn)
    put(drawn, others, element, null)
    for (const isLate of [false, true]) for (const act of turn.after) act(isLate)
  }

  function redraw() {
    if (!isDue) setTimeout(() => isDue && draw())
    isDue = true
  }

  function render(next: View) {
    view = next
    draw()
  }

  return { render, unmount: () => render(undefined) }
}

function drawAll(views: readonly View[], others: Drawings, turn: Turn) {
  return views.map((view, index) => drawOne(view, index, others, turn))
}

function drawOne(view: View, index: number, others: Drawings, turn: Turn): Drawn | undefined {
  if (view === undefined || view === null || typeof view === 'boolean') return undefined
  const drawing = drawingOf(view)
  const { type, key, props } = drawing
  const before = stoodFor(drawing, index, others)
  // The same element each time is drawn once, if nothing in it keeps anything that may have changed.
  if (before?.isFixed && before.view === view) return Object.assign(before, { before })
  const kept = before?.kept ?? (typeof type === 'function' ? [] : nothing)
  const { redraw, after } = turn
  const given = typeof type === 'function' ? drawnBy({ kept, redraw }, () => type(props)) : props.children
  const children = drawAll(Array.isArray(given) ? given : [given], before?.children ?? [], turn)
  const isFixed = kept.length === 0 && children.every((child) => !child || child.isFixed)
  const drawn: Drawn = { view, type, key, props, children, kept, isFixed, before }
  if (!before && props.ref) after.push((isLate) => isLate || !drawn.dom || tell(props.ref, drawn.dom))
  if (kept.length > 0) after.push((isLate) => runEffects(kept, isLate))
  return drawn
}

/** An element keeps nothing. */
const nothing: Kept[] = []

/** What stood for it until now: at its place, or by its key. */
function stoodFor({ type, key }: Drawing, index: number, others: Drawings) {
  const isIt = (other: Drawn | undefined) => other?.type === type && other.key === key
  if (isIt(others[index])) return others[index]
  return key === undefined ? undefined : others.find(isIt)
}

/** Texts are elements without a name; a list stands for itself. */
function drawingOf(view: View): Drawing {
  if (Array.isArray(view)) return { type: Fragment, props: { children: view } }
  if (typeof view === 'object') return view as Drawing
  return { type: '', props: { text: view } }
}
