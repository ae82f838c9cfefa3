import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resolveContainer } from '../../src/merchant-page/container.ts'
import { whenAborted } from '../../src/merchant-page/creation-abort.ts'
import { beginLifetime } from '../../src/platform/life.ts'

const anElement = (overrides = {}) =>
  ({ nodeType: 1, innerHTML: ' \n', isConnected: true, ...overrides }) as Element
const start = 'options.selector or options.container must reference'

beforeEach(() => {
  vi.useFakeTimers()
  const elements: Record<string, Element> = { '#empty': anElement(), '#full': anElement({ innerHTML: 'x' }) }
  vi.stubGlobal('document', { querySelector: (selector: string) => elements[selector] ?? null })
})

afterEach(() => {
  vi.useRealTimers()
})

test('the shop names one empty element, as container or by its old name (L5.2 L8.60 L8.61)', () => {
  expect(resolveContainer({ container: '#empty' })).toMatchObject({ nodeType: 1 })
  expect(resolveContainer({ selector: anElement() })).toMatchObject({ nodeType: 1 })
  expect(() => resolveContainer({})).toThrow('options.container is required.')
  expect(() => resolveContainer({ container: '#empty', selector: '#empty' })).toThrow(
    'Must only have one options.selector or options.container.',
  )
})

test('an element that is not there or not empty is named (L5.3 L5.4 L8.62 L8.63)', () => {
  for (const container of ['#nowhere', anElement({ nodeType: 3 })])
    expect(() => resolveContainer({ container })).toThrow(`${start} a valid DOM node.`)
  for (const container of ['#full', anElement({ innerHTML: '<p></p>' })])
    expect(() => resolveContainer({ container })).toThrow(`${start} an empty DOM node.`)
})

test('a container that leaves the page ends the creation; one that only moves, or comes late, does not (L8.65)', async () => {
  const container = { ...anElement(), isConnected: false }
  const over = new AbortController()
  const lost = vi.fn()
  const watching = whenAborted({ container }, over.signal).catch(lost)

  await vi.advanceTimersByTimeAsync(1000)
  container.isConnected = true
  await vi.advanceTimersByTimeAsync(200)
  container.isConnected = false
  vi.advanceTimersByTime(200)
  container.isConnected = true
  await vi.advanceTimersByTimeAsync(1000)
  expect(lost).not.toHaveBeenCalled()

  container.isConnected = false
  await vi.advanceTimersByTimeAsync(201)
  await watching
  expect(lost.mock.lastCall?.[0]).toMatchObject({
    name: 'DropinError',
    message: 'There was an error creating Drop-in.',
    cause: { message: 'The container has left the page.' },
  })
})

test('a creation that the shop gives up ends with the reason of its signal, and nobody watches any more', async () => {
  const [shop, over] = [new AbortController(), new AbortController()]
  const aborted = whenAborted({ container: anElement(), signal: shop.signal }, over.signal)

  shop.abort('the page moved on')
  await expect(aborted).rejects.toBe('the page moved on')
  over.abort()
  expect(vi.getTimerCount()).toBe(0)
})

test('at the end everything is undone, the last first, though one part fails; the failure is told', async () => {
  const undone: string[] = []
  const life = beginLifetime()
  life.atEnd(() => void undone.push('first'))
  life.atEnd(async () => {
    undone.push('second')
    throw new Error('the second broke')
  })
  life.atEnd(() => void undone.push('third'))

  await expect(life.end()).rejects.toThrow('the second broke')
  expect(undone).toEqual(['third', 'second', 'first'])
  expect(life.ended.aborted).toBe(true)
  await life.end()
  expect(undone).toHaveLength(3)
})

test('a part that does not end keeps nobody waiting for ever', async () => {
  const life = beginLifetime()
  life.atEnd(() => new Promise(() => undefined))
  const ending = expect(life.end()).rejects.toThrow('did not end in time')

  await vi.advanceTimersByTimeAsync(5000)
  await ending
})
