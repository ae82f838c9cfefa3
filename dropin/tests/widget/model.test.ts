import { expect, test } from 'vitest'
import { reduce } from '../../src/model/reduce.ts'
import { chosenMethod, requestable } from '../../src/model/requestable.ts'
import { canToggle } from '../../src/model/screens.ts'
import { type Action, initialState, type State } from '../../src/model/state.ts'
import type { PaymentMethod, PaymentOption } from '../../src/payment-methods/payment-method.ts'

const saved = (nonce: string): PaymentMethod => ({ nonce, type: 'CreditCard', details: {}, vaulted: true })
const fresh: PaymentMethod = { nonce: 'fresh', type: 'CreditCard', details: {} }
const list = [{ type: 'method-made', method: fresh }, { type: 'method-listed' }] as const

type Begin = Partial<State['settings']> & { options?: PaymentOption[] }

function started(methods: PaymentMethod[], { options = ['card'], ...settings }: Begin = {}) {
  return after(
    initialState({ isGuest: false, preselect: true, ...settings }),
    { type: 'options-offered', options },
    { type: 'initialized', methods },
  )
}

const after = (state: State, ...actions: Action[]) => actions.reduce(reduce, state)

test('the widget starts on the saved methods, on the chooser, or on the only sheet (L2.3 L2.4 L4.49)', () => {
  expect(started([saved('a'), saved('b')])).toMatchObject({
    screen: { view: 'methods' },
    selected: saved('a'),
  })
  expect(started([], { options: ['card', 'paypal'] }).screen.view).toBe('options')
  expect(started([]).screen.view).toBe('card')
})

test('with preselection switched off nothing is chosen or requestable at the start (L4.50)', () => {
  const state = started([saved('a')], { preselect: false })

  expect(state.screen.view).toBe('methods')
  expect(requestable(state)).toBeUndefined()
})

test('a sheet that is filled in is requestable while it is the view', () => {
  const filledIn = reduce(started([], { options: ['card', 'paypal'] }), {
    type: 'sheet-completed',
    option: 'card',
    complete: true,
  })
  const opened = reduce(filledIn, { type: 'option-chosen', option: 'card' })

  expect(requestable(filledIn)).toBeUndefined()
  expect(requestable(opened)).toEqual({ type: 'CreditCard' })
  expect(
    requestable(reduce(opened, { type: 'sheet-completed', option: 'card', complete: false })),
  ).toBeUndefined()
})

test('a card just made is chosen at once and listed a moment later (L4.62 L9.19)', () => {
  const made = after(
    started([saved('a')]),
    { type: 'other-ways-opened' },
    { type: 'method-made', method: fresh },
  )
  const listed = reduce(made, { type: 'method-listed' })

  expect([made.screen.view, chosenMethod(made)]).toEqual(['card', fresh])
  expect(listed).toMatchObject({ screen: { view: 'methods' }, methods: [fresh, saved('a')], selected: fresh })
})

test('a guest has one card in the list, the last', () => {
  const first = after(started([], { isGuest: true }), ...list)
  const second = reduce(first, { type: 'method-made', method: { ...fresh, nonce: 'second' } })

  expect(second.methods.map((method) => method.nonce)).toEqual(['second'])
})

test('clearing the selection removes unsaved methods and chooses none (L4.57 L4.58)', () => {
  const listed = after(started([saved('a')]), ...list)
  const cleared = reduce(listed, { type: 'selection-cleared' })
  const loaded = reduce(cleared, { type: 'methods-loaded', methods: [saved('b')] })
  const fromSheet = after(started([saved('a')]), { type: 'other-ways-opened' }, { type: 'selection-cleared' })

  expect(cleared.methods).toEqual([saved('a')])
  expect(fromSheet.screen).toMatchObject({ view: 'methods', optionsBelow: false })
  expect(loaded).toMatchObject({ screen: { view: 'methods' }, methods: [saved('b')], selected: undefined })
})

test('who chooses another way while the saved methods are read afresh is not led back to them', () => {
  const cleared = reduce(after(started([saved('a')]), ...list), { type: 'selection-cleared' })
  const loaded = after(
    cleared,
    { type: 'other-ways-opened' },
    { type: 'methods-loaded', methods: [saved('b')] },
  )
  const emptied = after(cleared, { type: 'other-ways-opened' }, { type: 'methods-loaded', methods: [] })

  expect(loaded).toMatchObject({ screen: { view: 'card', showsMethodsAbove: true }, methods: [saved('b')] })
  expect(emptied).toMatchObject({ screen: { view: 'card', showsMethodsAbove: false }, loading: false })
})

test('a selection cleared right after tokenization does not come back when the card would be listed', () => {
  const [made, listed] = list
  const state = after(started([]), made, { type: 'selection-cleared' }, listed)

  expect(state).toMatchObject({ screen: { view: 'card' }, methods: [], selected: undefined })
})

test('nothing can be requested in edit mode; leaving it brings the choice back (L1.4 L4.43)', () => {
  const editing = reduce(started([saved('a')]), { type: 'edit-toggled' })

  expect(requestable(editing)).toBeUndefined()
  expect(requestable(reduce(editing, { type: 'edit-toggled' }))).toEqual({ type: 'CreditCard', nonce: 'a' })
})

test('a failed deletion returns to edit mode with an error (L4.46)', () => {
  const state = after(
    started([saved('a')]),
    { type: 'edit-toggled' },
    { type: 'delete-asked', method: saved('a') },
    { type: 'delete-started' },
    { type: 'delete-ended', methods: [saved('a')], failed: true },
  )

  expect(state.screen).toMatchObject({ view: 'methods', editing: true })
  expect(state.error).toBe('vaultManagerPaymentMethodDeletionError')
})

test('a deletion leads to the default view: the rest of the list, or the sheet (L4.44 L4.47)', () => {
  const asked = reduce(started([saved('a'), saved('b')]), { type: 'delete-asked', method: saved('a') })

  expect(asked.screen.view).toBe('delete-confirmation')
  const ended = (methods: PaymentMethod[]) => reduce(asked, { type: 'delete-ended', methods, failed: false })
  expect(ended([saved('b')])).toMatchObject({
    screen: { view: 'methods', editing: false },
    selected: saved('b'),
  })
  expect(ended([]).screen.view).toBe('card')
})

test('another way to pay opens the only sheet below the list, or the options', () => {
  const one = started([saved('a')])
  const several = started([saved('a')], { options: ['card', 'paypal'] })

  expect(reduce(one, { type: 'other-ways-opened' }).screen).toEqual({ view: 'card', showsMethodsAbove: true })
  expect(reduce(several, { type: 'other-ways-opened' }).screen).toMatchObject({
    view: 'methods',
    optionsBelow: true,
  })
  expect([one, reduce(one, { type: 'other-ways-opened' }), started([])].map(canToggle)).toEqual([
    true,
    false,
    false,
  ])
})

test('while a card is on its way nothing that a customer presses moves the widget (L4.61)', () => {
  const sent = after(
    started([saved('a')], { options: ['card', 'paypal'] }),
    { type: 'option-chosen', option: 'card' },
    { type: 'request-sent' },
  )
  const pressed = after(
    sent,
    { type: 'other-ways-opened' },
    { type: 'option-chosen', option: 'paypal' },
    { type: 'method-chosen', method: saved('a') },
    { type: 'edit-toggled' },
  )

  expect(pressed).toBe(sent)
  expect(
    after(sent, { type: 'sheet-failed', error: 'genericError' }, { type: 'other-ways-opened' }),
  ).not.toBe(sent)
})

test('a setting that changes takes the option’s unsaved methods away and leads to the first view (L4.59 L4.60)', () => {
  const wallet: PaymentMethod = { nonce: 'wallet', type: 'PayPalAccount', details: {} }
  const offered = { options: ['card', 'paypal'] } satisfies Begin
  const reconfigured = { type: 'reconfigured', types: ['PayPalAccount'] } as const
  const made = [{ type: 'method-made', method: wallet }, { type: 'method-listed' }] as const

  const alone = after(started([], offered), ...made, reconfigured)
  const beside = after(started([saved('a')], offered), ...made, { type: 'other-ways-opened' }, reconfigured)
  const elsewhere = after(
    started([saved('a')], offered),
    { type: 'option-chosen', option: 'card' },
    reconfigured,
  )

  expect(alone).toMatchObject({ screen: { view: 'options' }, methods: [], selected: undefined })
  expect(beside).toMatchObject({ screen: { view: 'methods' }, methods: [saved('a')], selected: undefined })
  expect(elsewhere).toMatchObject({ screen: { view: 'methods' }, selected: saved('a') })
})

test('a card that was made can be edited: its form opens again, and the spent method is gone', () => {
  const reopened = after(started([saved('a')]), ...list, { type: 'reopened', option: 'card', method: fresh })

  expect(reopened).toMatchObject({
    screen: { view: 'card', showsMethodsAbove: false },
    methods: [saved('a')],
    selected: undefined,
  })
  expect(requestable(reopened)).toBeUndefined()
})
