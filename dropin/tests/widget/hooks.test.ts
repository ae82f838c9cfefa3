// @vitest-environment happy-dom
import * as preactTests from 'preact/test-utils'
import * as react from 'react'
import * as reactElements from 'react/jsx-runtime'
import * as reactDom from 'react-dom/client'
import { describe, expect, test } from 'vitest'
import * as preact from '../../preact.ts'
import { createStore } from '../../src/platform/store.ts'

type Hooks = Pick<typeof react, 'useEffect' | 'useLayoutEffect' | 'useRef' | 'useSyncExternalStore'>
type Props = { text: string }

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

describe.each([
  ['React, as in the site', { ...react, ...reactDom, ...reactElements }],
  ['Preact, as in the scripts', { ...preact, ...preactTests }],
])('the widget drawn by %s', (_, library) => {
  const { useEffect, useLayoutEffect, useRef, useSyncExternalStore } = library as Hooks
  const { jsx, act, createRoot } = library as typeof reactElements & typeof reactDom & typeof react
  const container = document.createElement('div')
  const root = createRoot(container)
  const render = (view: react.ReactNode) => act(() => root.render(view))

  test('is drawn again once for all changes of a store, with layout effects from the inside out, and undone at its end', async () => {
    const store = createStore(0, (state, more: number) => state + more)
    const log: string[] = []

    function Inner({ text }: Props) {
      useLayoutEffect(() => {
        log.push(`inner ${text}`)
        return () => void log.push(`undo ${text}`)
      }, [text])
      return text
    }
    function Outer() {
      const count = useSyncExternalStore(store.subscribe, store.read)
      const first = useRef(count)
      const box = useRef<HTMLElement>(null)
      useLayoutEffect(() => void log.push(`${box.current?.localName} ${count}, at first ${first.current}`))
      useEffect(() => void log.push('once'), [])
      return jsx('b', { ref: box, children: count < 5 && jsx(Inner, { text: `${count}` }) })
    }

    await render(jsx(Outer, {}))
    expect(log.splice(0)).toEqual(['inner 0', 'b 0, at first 0', 'once'])
    await act(() => {
      store.dispatch(1)
      store.dispatch(1)
    })
    expect([container.textContent, log.splice(0)]).toEqual(['2', ['undo 0', 'inner 2', 'b 2, at first 0']])
    await act(() => store.dispatch(3))
    expect([container.textContent, log.splice(0)]).toEqual(['', ['undo 2', 'b 5, at first 0']])
    await render(null)
    await act(() => store.dispatch(1))
    expect([container.innerHTML, log]).toEqual(['', []])
  })

  test('takes a change that comes between drawing and listening', async () => {
    const store = createStore('before', (_, next: string) => next)
    function Seen() {
      const text = useSyncExternalStore(store.subscribe, store.read)
      useLayoutEffect(() => store.dispatch('after'), [])
      return jsx(Text, { text })
    }
    const Text = ({ text }: Props) => text
    await render(jsx(Seen, {}))
    expect(container.textContent).toBe('after')
  })

  test('moves nothing that keeps its order, since frames would load again', async () => {
    const row = (text: string) => jsx('li', { children: text }, text)
    const list = (...texts: string[]) => jsx('ul', { children: texts.map(row) })
    await render(list('a', 'b', 'c'))
    const before = [...container.querySelectorAll('li')]
    const moved: Node[] = []
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) moved.push(...addedNodes)
    })
    observer.observe(container, { childList: true, subtree: true })
    await render(list('new', 'a', 'c'))
    await new Promise((resolve) => setTimeout(resolve))
    const [added, ...remaining] = container.querySelectorAll('li')
    expect(remaining).toEqual([before[0], before[2]])
    expect(moved).toEqual([added])
    await render(null)
  })
})
