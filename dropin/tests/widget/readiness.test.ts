import { expect, test, vi } from 'vitest'
import { isUsable, settle, whenSettled } from '../../src/model/readiness.ts'
import { reduce } from '../../src/model/reduce.ts'
import { initialState, type State } from '../../src/model/state.ts'
import { createStore } from '../../src/platform/store.ts'
import { waits } from '../../src/platform/waits.ts'
import { aBeginning } from '../running.ts'

const loading = reduce(initialState({ isGuest: true, preselect: true }), {
  type: 'options-offered',
  options: ['card', 'paypal'],
})
const settled = (state: State, option: 'card' | 'paypal', status: 'done' | 'failed') =>
  reduce(state, { type: 'dependency-settled', dependency: option, status })
const ended = new AbortController().signal

test('what is offered loads, what is not asked for is not enabled (L4.39)', () => {
  const state = settled(settled(loading, 'card', 'done'), 'paypal', 'failed')

  expect(loading.dependencies).toMatchObject({ card: 'initializing', venmo: 'not-enabled' })
  expect(state.dependencies).toMatchObject({ card: 'done', paypal: 'failed', dataCollector: 'not-enabled' })
})

test('a widget can be used when one option at least has loaded (L4.41)', () => {
  const failed = settled(loading, 'card', 'failed')

  expect(isUsable(settled(failed, 'paypal', 'done'))).toBe(true)
  expect(isUsable(settled(failed, 'paypal', 'failed'))).toBe(false)
})

test('the widget waits until nothing loads any more, and looks at every change', async () => {
  vi.useFakeTimers()
  const store = createStore(loading, reduce)
  const ready = vi.fn()
  const waiting = whenSettled({ store, ended }).then(ready)

  store.dispatch({ type: 'dependency-settled', dependency: 'card', status: 'done' })
  await Promise.resolve()
  expect(ready).not.toHaveBeenCalled()
  store.dispatch({ type: 'dependency-settled', dependency: 'paypal', status: 'failed' })
  await waiting
  vi.useRealTimers()
})

test('a change that nobody told of is seen within 200 ms (L4.40 L9.18)', async () => {
  vi.useFakeTimers()
  let state = loading
  const silent = { read: () => state, dispatch: () => undefined, subscribe: () => () => undefined }
  const ready = vi.fn()
  const waiting = whenSettled({ store: silent, ended }).then(ready)

  state = settled(settled(loading, 'card', 'done'), 'paypal', 'done')
  await vi.advanceTimersByTimeAsync(199)
  expect(ready).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('an option that fails or never loads is disabled, and its developer finds the reason in the console (L4.39)', async () => {
  vi.useFakeTimers()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const running = aBeginning({ offered: ['card', 'paypal', 'venmo'] })
  const failures: unknown[] = []

  const settling = [
    settle(running, 'card', Promise.resolve(), failures),
    settle(running, 'paypal', Promise.reject(new Error('no script')), failures),
    settle(running, 'venmo', new Promise(() => undefined), failures),
  ]
  await vi.advanceTimersByTimeAsync(waits.dependency)
  await Promise.all(settling)

  expect(running.store.read().dependencies).toMatchObject({ card: 'done', paypal: 'failed', venmo: 'failed' })
  expect(failures).toMatchObject([{ message: 'no script' }, { message: 'venmo did not load in time.' }])
  expect(logged.mock.calls.flat()).toEqual(failures)
  vi.useRealTimers()
})
