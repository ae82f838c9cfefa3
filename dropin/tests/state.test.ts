import { expect, test } from 'vitest'
import type { Candidate, FieldKey, FieldState } from '../agreed/fields.ts'
import type { PaymentMethod, PaymentOption } from '../src/methods/payment-method.ts'
import {
  type Action,
  canToggle,
  chosenMethod,
  initialState,
  reduce,
  requestable,
  type State,
} from '../src/model/state.ts'

const keys: FieldKey[] = ['number', 'expirationDate', 'cvv']
const visa: Candidate = { type: 'visa', niceType: 'Visa', code: { name: 'CVV', size: 3 }, supported: true }
const mir: Candidate = { ...visa, type: 'mir', niceType: 'Mir' }
const empty: FieldState = { isEmpty: true, isValid: false, isPotentiallyValid: true, isFocused: false }
const valid: FieldState = { ...empty, isEmpty: false, isValid: true }
const wrong: FieldState = { ...empty, isEmpty: false, isPotentiallyValid: false }
const halfway: FieldState = { ...empty, isEmpty: false }

const saved = (nonce: string): PaymentMethod => ({ nonce, type: 'CreditCard', details: {}, vaulted: true })
const fresh: PaymentMethod = { nonce: 'fresh', type: 'CreditCard', details: {} }

function started(
  methods: PaymentMethod[],
  given: Partial<State['settings']> = {},
  options: PaymentOption[] = ['card'],
) {
  const settings = {
    fieldKeys: keys,
    card: {},
    supportedCardTypes: ['Visa'],
    isGuest: false,
    preselect: true,
    ...given,
  }
  return reduce(initialState(options, settings), { type: 'appeared', methods })
}

function typed(
  state: State,
  fields: Partial<Record<FieldKey, FieldState>>,
  event = 'validityChange',
  cards = [visa],
) {
  const [emittedBy = 'number'] = Object.keys(fields) as FieldKey[]
  const all = { ...Object.fromEntries(keys.map((key) => [key, empty])), ...state.card.fields, ...fields }
  return reduce(state, { type: 'field-event', event, payload: { cards, emittedBy, fields: all } })
}

const allValid = { number: valid, expirationDate: valid, cvv: valid }
const after = (state: State, ...actions: Action[]) => actions.reduce(reduce, state)

test('the widget starts on the saved methods, on the chooser, or on the only sheet (L2.3 L2.4 L4.49)', () => {
  expect(started([saved('a'), saved('b')])).toMatchObject({
    screen: { view: 'methods' },
    selected: saved('a'),
  })
  expect(started([], {}, ['card', 'paypal']).screen.view).toBe('options')
  expect(started([]).screen.view).toBe('card')
})

test('with preselection switched off nothing is chosen or requestable at the start (L4.50)', () => {
  const state = started([saved('a')], { preselect: false })

  expect(state.screen.view).toBe('methods')
  expect(requestable(state)).toBeUndefined()
})

test('the card form is requestable once every field is right and the brand is taken (L5.50)', () => {
  const state = started([])

  expect(requestable(state)).toBeUndefined()
  expect(requestable(typed(state, { number: valid, cvv: valid }))).toBeUndefined()
  expect(requestable(typed(state, allValid))).toEqual({ type: 'CreditCard' })
  expect(requestable(typed(state, allValid, 'validityChange', [mir]))).toBeUndefined()
})

test('an optional name may stay empty, a required one may not (L5.43 L5.44)', () => {
  const fieldKeys: FieldKey[] = ['cardholderName', ...keys]
  const optional = started([], { fieldKeys, card: { cardholderName: true } })
  const required = started([], { fieldKeys, card: { cardholderName: { required: true } } })

  expect(requestable(typed(optional, allValid))).toBeDefined()
  expect(requestable(typed(required, allValid))).toBeUndefined()
})

test('an error shows when the field is left, and goes while the field is being put right', () => {
  const typing = typed(started([]), { number: wrong })
  const left = typed(typing, { number: wrong }, 'blur')

  expect(typing.card.problems.number).toBeUndefined()
  expect(left.card.problems.number).toBe('fieldInvalidForNumber')
  expect(typed(left, { number: halfway }).card.problems.number).toBeUndefined()
})

test('a brand that is not taken shows as soon as its number is whole (L8.85)', () => {
  const state = typed(started([]), { number: valid }, 'validityChange', [mir])

  expect(state.card.problems.number).toBe('unsupportedCardTypeError')
  expect(typed(state, { number: halfway }, 'cardTypeChange').card.problems.number).toBeUndefined()
})

test('a card just made is chosen at once and listed a moment later (L4.62 L9.19)', () => {
  const made = after(started([saved('a')]), { type: 'toggled' }, { type: 'card-tokenized', method: fresh })
  const listed = reduce(made, { type: 'card-listed' })

  expect([made.screen.view, chosenMethod(made)]).toEqual(['card', fresh])
  expect(listed).toMatchObject({ screen: { view: 'methods' }, methods: [fresh, saved('a')], selected: fresh })
})

test('a guest has one card in the list, the last', () => {
  const first = after(
    started([], { isGuest: true }),
    { type: 'card-tokenized', method: fresh },
    { type: 'card-listed' },
  )
  const second = reduce(first, { type: 'card-tokenized', method: { ...fresh, nonce: 'second' } })

  expect(second.methods.map((method) => method.nonce)).toEqual(['second'])
})

test('clearing the selection removes unsaved methods and chooses none (L4.57 L4.58)', () => {
  const listed = after(
    started([saved('a')]),
    { type: 'card-tokenized', method: fresh },
    { type: 'card-listed' },
  )
  const cleared = after(listed, { type: 'cleared' }, { type: 'methods-loaded', methods: [saved('b')] })

  expect(cleared).toMatchObject({ screen: { view: 'methods' }, methods: [saved('b')], selected: undefined })
})

test('a selection cleared right after tokenization does not come back when the card would be listed', () => {
  const state = after(
    started([]),
    { type: 'card-tokenized', method: fresh },
    { type: 'cleared' },
    { type: 'card-listed' },
  )

  expect(state).toMatchObject({ screen: { view: 'card' }, methods: [], selected: undefined })
})

test('nothing can be requested in edit mode; leaving it brings the choice back (L4.43)', () => {
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
  const several = started([saved('a')], {}, ['card', 'paypal'])

  expect(reduce(one, { type: 'toggled' }).screen).toEqual({ view: 'card', underMethods: true })
  expect(reduce(several, { type: 'toggled' }).screen).toMatchObject({ view: 'methods', optionsBelow: true })
  expect([one, reduce(one, { type: 'toggled' }), started([])].map(canToggle)).toEqual([true, false, false])
})

test('a card that is saved already may be sent without saving it: the box takes the error away, and only this one', () => {
  const refused = (
    error: 'hostedFieldsTokenizationFailOnDuplicateError' | 'hostedFieldsFieldsInvalidError',
  ) => after(started([]), { type: 'card-failed', error }, { type: 'save-card-chosen', saveCard: false })

  expect(refused('hostedFieldsTokenizationFailOnDuplicateError').error).toBeUndefined()
  expect(refused('hostedFieldsFieldsInvalidError').error).toBe('hostedFieldsFieldsInvalidError')
})
