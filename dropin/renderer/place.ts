// Attributes are written by their names, and events are the browser's own. So what React makes of others is not there: SVG's
// names with a hyphen (`strokeWidth`), numbers of a style without a unit, `spellCheck={false}` and its like, bubbling
// `onFocus`, and an `onChange` of a text field at each letter, which is `onInput` here.

import type { Drawing, Props, View } from './elements.ts'
import { type Kept, undoEffects } from './hooks.ts'

/** An element, a text, or a component with what it gives, as it is drawn. */
export type Drawn = {
  view: View
  type: Drawing['type']
  key: unknown
  props: Props
  children: Drawings
  kept: Kept[]
  /** Neither it nor what is in it keeps anything. */
  isFixed: boolean
  /** What stood there until now; itself, where it is the same. */
  before?: Drawn | undefined
  /** None once it is taken away. */
  dom?: Element | Text | undefined
  /** The listeners of an element by their event. */
  heard?: Record<string, unknown> | undefined
}
export type Drawings = (Drawn | undefined)[]

const svg = 'http://www.w3.org/2000/svg'

/**
 * Puts what is drawn where the other was, in front of a node; gives the first node of it. What keeps its order does not
 * move: frames would load again.
 */
export function put(
  drawings: Drawings,
  others: Drawings,
  parent: Element,
  next: Node | null,
  isStill = true,
): Node | null {
  others.forEach((other, index) => {
    const stays = drawings[index]?.before === other || drawings.some((each) => each?.before === other)
    if (other && !stays) remove(other)
  })
  let first = next
  let last = others.length
  for (let index = drawings.length - 1; index >= 0; index--) {
    const each = drawings[index]
    if (!each) continue
    const place = others[index] === each.before ? index : others.indexOf(each.before)
    const stays = isStill && each.before !== undefined && place < last
    if (stays) last = place
    first = putOne(each, parent, first, stays)
  }
  return first
}

function putOne(drawn: Drawn, parent: Element, next: Node | null, isStill: boolean): Node | null {
  const { type, before, children, props } = drawn
  drawn.before = undefined
  if (before === drawn) return isStill ? (firstOf(drawn) ?? next) : move(drawn, parent, next)
  const others = before?.children ?? []
  if (typeof type === 'function') return put(children, others, parent, next, isStill)
  const dom = before?.dom ?? made(type, parent)
  drawn.dom = dom
  if (dom instanceof Element) {
    put(children, others, dom, null)
    dress(dom, drawn, before)
  } else if (props.text !== before?.props.text) dom.data = `${props.text}`
  if (!isStill) parent.insertBefore(dom, next)
  return dom
}

/** What is the same as before stands elsewhere: nothing in it changes. */
function move({ dom, children }: Drawn, parent: Element, next: Node | null): Node | null {
  if (dom) return parent.insertBefore(dom, next)
  return children.reduceRight<Node | null>(
    (first, child) => (child ? move(child, parent, first) : first),
    next,
  )
}

/** After what is in it: a list takes a value that it has. */
function dress(element: Element, drawn: Drawn, before: Drawn | undefined) {
  const { props } = drawn
  drawn.heard = before?.heard
  for (const name in props) set(element, drawn, name, props[name], before?.props[name])
  for (const name in before?.props)
    if (!(name in props)) set(element, drawn, name, undefined, before?.props[name])
}

function made(type: string, parent: Element) {
  if (type === '') return document.createTextNode('')
  return document.createElementNS(type === 'svg' ? svg : parent.namespaceURI, type) as Element
}

function firstOf({ dom, children }: Drawn): Node | undefined {
  if (dom) return dom
  for (const child of children) {
    const first = child && firstOf(child)
    if (first) return first
  }
  return undefined
}

/** What only the nodes around it take away need not be taken from them. */
function remove(drawn: Drawn, isInside = false) {
  const { kept, props, children, dom } = drawn
  drawn.dom = undefined
  undoEffects(kept)
  tell(props.ref, null)
  for (const child of children) if (child) remove(child, isInside || dom !== undefined)
  if (!isInside) dom?.remove()
}

/** Gives an element to whoever refers to it. */
export function tell(ref: unknown, element: unknown) {
  if (typeof ref === 'function') ref(element)
  else if (ref) Object.assign(ref, { current: element })
}

const attributes: Record<string, string> = { className: 'class', htmlFor: 'for', xlinkHref: 'href' }

function set(element: Element, drawn: Drawn, name: string, value: unknown, before: unknown) {
  const isNone = value === undefined || value === null
  if (name === 'value' || name === 'checked') {
    // What was typed since counts, too. The same text written again would move the caret.
    if (!isNone && `${Reflect.get(element, name)}` !== `${value}`) Reflect.set(element, name, value)
  } else if (value === before || name === 'children' || name === 'ref') return
  else if (name === 'style') Object.assign((element as HTMLElement).style, cleared(before), value)
  else if (name.startsWith('on')) hear(element, drawn, name.slice(2).toLowerCase(), value)
  else if (isNone || (value === false && !name.includes('-')))
    element.removeAttribute(attributes[name] ?? name)
  else element.setAttribute(attributes[name] ?? name, `${value}`)
}

/** Each name of a style, without what it had. */
function cleared(style: unknown) {
  return Object.fromEntries(Object.keys(style ?? {}).map((name) => [name, '']))
}

/** One listener for all that an element is given, from one drawing to the next. */
function hear(element: Element, drawn: Drawn, event: string, listener: unknown) {
  const heard = drawn.heard ?? {}
  drawn.heard = heard
  if (!(event in heard))
    element.addEventListener(event, (happened) => {
      const now = heard[event]
      if (typeof now === 'function') now(happened)
    })
  heard[event] = listener
}
