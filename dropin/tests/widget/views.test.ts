import type { KeyboardEvent } from 'react'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { dispatch, type Running, type ViewProps } from '../../src/model/running.ts'
import { pressable } from '../../src/ui/aria.ts'
import { DeleteConfirmation } from '../../src/views/delete-confirmation.tsx'
import { Headings } from '../../src/views/headings.tsx'
import { MethodsView } from '../../src/views/methods-view.tsx'
import { OptionsView } from '../../src/views/options-view.tsx'
import { wrapperClass } from '../../src/views/widget.tsx'
import { aBeginning, aCard, aWidget } from '../running.ts'

const drawn = (View: FunctionComponent<ViewProps>, running: Running) =>
  renderToStaticMarkup(createElement(View, { running, state: running.store.read() }))
const saved = aCard('saved', { vaulted: true })
const developerError = 'Developer Error: Something went wrong. Check the console for details.'

test('the chooser has a row for each option; one that failed is disabled and says so to its developer (L2.2 L2.27 L2.28 L8.56)', () => {
  const running = aBeginning({ offered: ['card'] })
  dispatch(running, { type: 'dependency-settled', dependency: 'card', status: 'done' })
  const works = drawn(OptionsView, running)
  dispatch(running, { type: 'dependency-settled', dependency: 'card', status: 'failed' })
  const failed = drawn(OptionsView, running)

  expect(works).toContain('Paying with Card')
  expect(works).not.toContain('braintree-disabled')
  expect(works).not.toContain(developerError)
  expect(failed).toContain('braintree-disabled')
  expect(failed).toContain('aria-disabled="true"')
  expect(failed).toContain(developerError)
})

test('what is seen follows from the state: loading, one view, or the list and what lies below it (L2.26)', () => {
  const beginning = aBeginning()
  expect(wrapperClass(beginning.store.read())).toBe('braintree-loading')

  const running = aWidget({ methods: [saved] })
  expect(wrapperClass(running.store.read())).toBe('braintree-show-methods')
  dispatch(running, { type: 'other-ways-opened' })
  expect(wrapperClass(running.store.read())).toBe('braintree-show-methods braintree-show-card')

  const several = aWidget({ methods: [saved], offered: ['card', 'paypal'] })
  dispatch(several, { type: 'other-ways-opened' })
  expect(wrapperClass(several.store.read())).toBe('braintree-show-methods braintree-show-options')
})

test('a guest, or a shop without the vault manager, has nothing to edit (L6.5)', () => {
  const editable = (setup: Parameters<typeof aWidget>[0]) =>
    !/methods-edit[^>]*braintree-hidden/.test(drawn(Headings, aWidget(setup)))

  expect(editable({ options: { vaultManager: true } })).toBe(true)
  expect(editable({ options: { vaultManager: { beforeDelete: () => true } } })).toBe(true)
  expect(editable({})).toBe(false)
  expect(editable({ options: { vaultManager: true }, isGuest: true })).toBe(false)
})

test('the list names each method by what tells it apart: card, PayPal account, Venmo account (L3.12)', () => {
  const methods = [
    saved,
    { nonce: 'p', type: 'PayPalAccount', details: { email: 'demo@example.org' } },
    { nonce: 'v', type: 'VenmoAccount', details: { username: '@demo' } },
  ]
  const rows = drawn(MethodsView, aWidget({ methods }))

  // An address that is too long for its place goes on in the next line.
  for (const text of ['Ending in •••• 1111', 'Visa', 'demo<wbr/>@example<wbr/>.org', '@demo'])
    expect(rows).toContain(text)
})

test('a key that went down elsewhere presses nothing: it closed what lay over the control', () => {
  const press = vi.fn()
  const { onKeyUp, onKeyDown } = pressable(press)
  const enterAt = (currentTarget: object) =>
    ({ key: 'Enter', currentTarget, preventDefault: () => undefined }) as KeyboardEvent
  const [here, elsewhere] = [{}, {}]

  onKeyUp(enterAt(here))
  onKeyDown(enterAt(elsewhere))
  onKeyUp(enterAt(here))
  expect(press).not.toHaveBeenCalled()
})

test('every control acts on click, Enter and Space (L9.26)', () => {
  const press = vi.fn()
  const { onClick, onKeyUp, onKeyDown } = pressable(press)
  const key = (name: string) => ({ key: name, preventDefault: () => undefined }) as KeyboardEvent

  onClick()
  for (const name of ['Enter', ' ', 'Tab', 'a']) {
    onKeyDown(key(name))
    onKeyUp(key(name))
  }
  expect(press).toHaveBeenCalledTimes(3)

  const running = aWidget({ methods: [saved], options: { vaultManager: true } })
  const controls = [Headings, MethodsView, OptionsView, DeleteConfirmation].map((View) =>
    drawn(View, running),
  )
  expect(controls.join('').match(/role="button"[^>]*tabindex="0"/gi)).toHaveLength(5)
})
