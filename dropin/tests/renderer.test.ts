import { beforeEach, expect, test, vi } from 'vitest'
import { type Drawing, jsx, type Props, type View } from '../renderer/elements.ts'
import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from '../renderer/hooks.ts'
import { createRoot } from '../renderer/root.ts'
import { createStore } from '../src/platform/store.ts'

type Fake = {
  tag: string
  places: number
  nodes: Fake[]
  parent?: Fake
  data?: string
  [name: string]: unknown
}

/** As much of an element as the renderer knows; `places` counts how often it was put somewhere. */
class FakeElement {}
function fake(tag: string, kind: object = new FakeElement()): Fake {
  const heard: Record<string, (event: object) => void> = {}
  const own: Fake = Object.assign(kind, { tag, places: 0, nodes: [], style: {}, value: '' })
  return Object.assign(own, {
    setAttribute: (name: string, value: string) => Object.assign(own, { [`@${name}`]: value }),
    removeAttribute: (name: string) => delete own[`@${name}`],
    addEventListener(type: string, listener: (event: object) => void) {
      expect(heard, 'one listener for each event').not.toHaveProperty(type)
      heard[type] = listener
    },
    happen: (type: string) => heard[type]?.({ type }),
    remove() {
      const { parent } = own
      if (parent) parent.nodes = parent.nodes.filter((each) => each !== own)
    },
    insertBefore(node: Fake, next: Fake | null) {
      if (node.parent) node.parent.nodes = node.parent.nodes.filter((each) => each !== node)
      own.nodes.splice(next ? own.nodes.indexOf(next) : own.nodes.length, 0, node)
      return Object.assign(node, { parent: own, places: node.places + 1 })
    },
  })
}

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement)
  const createTextNode = () => fake('a text', {})
  vi.stubGlobal('document', { createElementNS: (_: string, tag: string) => fake(tag), createTextNode })
})

const aTask = () => new Promise((over) => setTimeout(over))

function begin() {
  const place = fake('place')
  const root = createRoot(place as unknown as Element)
  return { place, root, seen: () => textOf(place) }
}

const textOf = ({ data, nodes }: Fake): string => data ?? nodes.map(textOf).join('')
const row = (text: string) => jsx('p', { children: text }, text)
const list = (...texts: string[]) => jsx('div', { children: [texts.map(row), false, jsx('hr', {})] })

test('rows come, go and change their order; those that keep it are not moved, since frames would load again', () => {
  const { place, root, seen } = begin()
  root.render(list('a', 'b', 'c'))
  const [box] = place.nodes
  const before = box?.nodes ?? []

  root.render(list('new', 'a', 'c', 'b'))
  expect(seen()).toBe('newacb')
  const after = box?.nodes ?? []
  expect([after[1], after[3], after[2], after[4]]).toEqual(before)
  expect(before.filter(({ places }) => places > 1)).toHaveLength(1)
  root.render(list('c'))
  expect([seen(), box?.nodes.at(-1)]).toEqual(['c', before[3]])
  root.unmount()
  expect(place.nodes).toEqual([])
})

test('what is the same in each drawing keeps what is in it and who refers to it where its list moves it', () => {
  const { root, seen } = begin()
  const told: unknown[] = []
  const ref = (element: unknown) => told.push(element)
  const Pair = ({ children }: Props): View => [jsx('b', { ref, children }), '.']
  const [a, b, c] = ['a', 'b', 'c'].map((text) => jsx(Pair, { children: text }, text))
  root.render([a, b, c])
  expect([seen(), told.splice(0)]).toEqual(['a.b.c.', Array(3).fill(expect.any(FakeElement))])

  root.render([c, a, b])
  expect([seen(), told]).toEqual(['c.a.b.', []])
})

test('an element has what it was given last: attributes, a value over what was typed, one listener', () => {
  const { place, root } = begin()
  const press = vi.fn()
  const input = (props: Props) => jsx('input', { value: 'mine', ...props })
  root.render(input({ className: 'a', 'aria-pressed': false, disabled: true, onKeyDown: vi.fn() }))
  const [element = fake('none')] = place.nodes
  expect(element).toMatchObject({ '@class': 'a', '@aria-pressed': 'false', '@disabled': 'true' })

  element.value = 'typed'
  root.render(input({ className: 'b', disabled: false, onKeyDown: press }))
  ;(element.happen as (type: string) => void)('keydown')
  expect(press).toHaveBeenCalledOnce()
  expect(element).toMatchObject({ '@class': 'b', value: 'mine' })
  for (const name of ['@disabled', '@aria-pressed']) expect(element).not.toHaveProperty(name)
})

test('a style is without what it is no longer given', () => {
  const { place, root } = begin()
  const box = (style?: object) => jsx('div', style ? { style } : {})
  root.render(box({ color: 'red', top: '1px' }))
  const [element] = place.nodes
  root.render(box({ color: 'blue' }))
  expect(element?.style).toEqual({ color: 'blue', top: '' })
  root.render(box())
  expect(element?.style).toEqual({ color: '', top: '' })
})

test('a value is not written that is there, as a number too, since the caret would move, nor one that is none', () => {
  const { place, root } = begin()
  const input = (value?: number) => jsx('input', { value })
  root.render(input(5))
  const written = vi.fn()
  Object.defineProperty(place.nodes[0], 'value', { get: () => '5', set: written })
  root.render(input(5))
  root.render(input())
  expect(written).not.toHaveBeenCalled()
  root.render(input(6))
  expect(written).toHaveBeenCalledExactlyOnceWith(6)
})

test('a component draws again once for all that changes until then, keeps what is its own, and is undone at its end', async () => {
  const { root, seen } = begin()
  const store = createStore(0, (state, more: number) => state + more)
  const told: unknown[] = []
  const still = jsx('i', { children: jsx(Still, {}) })

  function Still() {
    told.push('still')
    return '!'
  }
  function Inner({ count }: Props): View {
    useEffect(() => {
      told.push('late')
    }, [])
    useLayoutEffect(() => {
      told.push(`inner ${count}`)
      return () => told.push(`undo ${count}`)
    }, [count])
    return `${count}`
  }
  function Outer(): Drawing {
    const count = useSyncExternalStore(store.subscribe, store.read)
    const first = useRef(count)
    const same = useCallback(() => count, [])
    useLayoutEffect(() => {
      told.push(`outer ${first.current} ${same()}`)
    })
    const keep = (element: unknown) => told.push(element ? 'there' : 'gone')
    return jsx('b', { ref: keep, children: [still, count < 5 && jsx(Inner, { count })] })
  }

  root.render(jsx(Outer, {}))
  expect(told.splice(0)).toEqual(['still', 'inner 0', 'there', 'outer 0 0', 'late'])
  store.dispatch(1)
  store.dispatch(1)
  expect(seen()).toBe('!0')
  await aTask()
  expect([seen(), told.splice(0)]).toEqual(['!2', ['undo 0', 'inner 2', 'outer 0 0']])
  store.dispatch(3)
  await aTask()
  expect([seen(), told.splice(0)]).toEqual(['!', ['undo 2', 'outer 0 0']])
  root.unmount()
  store.dispatch(1)
  await aTask()
  expect([seen(), told]).toEqual(['', ['gone']])
})

test('nothing is done any more for a component that another effect of the same drawing has taken away', () => {
  const { root } = begin()
  const told: unknown[] = []
  function Ends() {
    useLayoutEffect(root.unmount, [])
    return 'over'
  }
  function Next() {
    useLayoutEffect(() => void told.push('layout'))
    useEffect(() => void told.push('late'))
    return 'next'
  }
  const ref = (element: unknown) => told.push(element)
  root.render(jsx('b', { ref, children: [jsx(Ends, {}), jsx(Next, {})] }))
  expect(told).toEqual([null])
})
