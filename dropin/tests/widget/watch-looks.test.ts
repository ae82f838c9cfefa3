import { expect, test, vi } from 'vitest'
import { watchLooks } from '../../src/merchant-page/watch-looks.ts'

test('however often a page changes, it is looked at once before it is drawn: each look would lay it out', () => {
  const callbacks: (() => void)[] = []
  const frames = new Map<number, () => void>()
  class Observer {
    constructor(callback: () => void) {
      callbacks.push(callback)
    }
    observe = () => undefined
    disconnect = () => undefined
  }
  vi.stubGlobal('MutationObserver', Observer)
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('ShadowRoot', class {})
  vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined }))
  vi.stubGlobal('document', { addEventListener: () => undefined })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.set(frames.size + 1, draw).size)
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.set(frame, () => undefined))
  const looks = vi.fn()
  const closing = new AbortController()
  const draw = () => {
    for (const each of frames.values()) each()
    for (const frame of frames.keys()) frames.set(frame, () => undefined)
  }
  watchLooks({ getRootNode: () => document } as unknown as Element, looks, closing.signal)

  for (const callback of [...callbacks, ...callbacks]) callback()
  expect(looks).not.toHaveBeenCalled()
  draw()
  expect(looks).toHaveBeenCalledOnce()

  callbacks[0]?.()
  closing.abort()
  draw()
  expect(looks).toHaveBeenCalledOnce()
})
