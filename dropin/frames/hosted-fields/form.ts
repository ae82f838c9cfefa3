import type { Bus } from '#agreed/bus.ts'
import { type CardType, candidates, cardTypes, singleCandidate } from '#agreed/card-types.ts'
import {
  type Candidate,
  type FieldKey,
  type FieldOptions,
  type FieldState,
  type FormState,
  isFieldKey,
} from '#agreed/fields.ts'
import type { Client } from './client.ts'
import { onlyDigits } from './digits.ts'
import type { AutofillName } from './elements.ts'
import { checkValidity, fieldAttributes } from './fields.ts'
import type { Field, FieldEvent } from './input.ts'
import { isSupported } from './supported.ts'

type TypedField = FieldState & { value: string }

export type FormOptions = Partial<Record<FieldKey, FieldOptions>>

/** State of the whole card form, in the orchestrating frame. */
export type Form = {
  bus: Bus
  options: FormOptions
  keys: FieldKey[]
  inputs: Map<FieldKey, Field>
  states: Map<FieldKey, TypedField>
  cards: readonly CardType[]
  client: Client | undefined
  bin: string
  hasBegun: boolean
  /** Month and year, which browsers autofill separately. */
  filled: { month: string; year: string }
}

export function newForm(bus: Bus, options: FormOptions): Form {
  const keys = Object.keys(options).filter(isFieldKey)
  return {
    bus,
    options,
    keys,
    inputs: new Map(),
    states: new Map(keys.map((key) => [key, untouched])),
    cards: candidates(''),
    client: undefined,
    bin: '',
    hasBegun: false,
    filled: { month: '', year: '' },
  }
}

const untouched: TypedField = {
  value: '',
  isEmpty: true,
  isValid: false,
  isPotentiallyValid: true,
  isFocused: false,
}

function fieldState(form: Form, key: FieldKey) {
  return form.states.get(key) ?? untouched
}

export function handleFieldEvent(form: Form, key: FieldKey, event: FieldEvent) {
  if (event.type === 'changed') change(form, key, event.value)
  if (event.type === 'focus' || event.type === 'blur') {
    form.states.set(key, { ...fieldState(form, key), isFocused: event.type === 'focus' })
    emit(form, event.type, key)
  }
  if (event.type === 'entered') emit(form, 'inputSubmitRequest', key)
  if (event.type === 'autofilled') spreadAutofill(form, event.name, event.value)
}

export function setValue(form: Form, key: FieldKey, value: string) {
  form.inputs.get(key)?.put(value)
}

/** Supported brands depend on the client's configuration. */
export function setClient(form: Form, client: Client) {
  form.client = client
  validate(form, 'number')
}

function change(form: Form, key: FieldKey, value: string) {
  const before = fieldState(form, key)
  const isEmpty = value.trim() === ''
  form.states.set(key, { ...before, value, isEmpty })
  if (!form.hasBegun && !isEmpty) {
    form.hasBegun = true
    form.bus.emit('CARD_FORM_ENTRY_HAS_BEGUN')
  }
  if (before.isEmpty !== isEmpty) emit(form, isEmpty ? 'empty' : 'notEmpty', key)
  if (key === 'number') {
    const digits = onlyDigits(value)
    changeCards(form, candidates(digits), 'number')
    emitBin(form, digits)
  }
  validate(form, key)
  if (key === 'number') validate(form, 'cvv')
  if (key === 'expirationYear') validate(form, 'expirationMonth')
}

export function setBrand(form: Form, type: unknown) {
  changeCards(
    form,
    cardTypes.filter((card) => card.type === type),
    'cvv',
  )
  validate(form, 'cvv')
}

function changeCards(form: Form, cards: readonly CardType[], emittedBy: FieldKey) {
  const before = form.cards
  form.cards = cards
  if (cards.length === before.length && cards.every((card, index) => card === before[index])) return
  limitCvv(form)
  emit(form, 'cardTypeChange', emittedBy)
}

function emitBin(form: Form, digits: string) {
  if (digits.length >= 6 && digits.slice(0, 6) !== form.bin) {
    form.bin = digits.slice(0, 6)
    form.bus.emit('BIN_AVAILABLE', form.bin)
  }
}

function limitCvv({ cards, inputs }: Form) {
  inputs.get('cvv')?.limit(singleCandidate(cards)?.code.size)
}

function validate(form: Form, key: FieldKey) {
  const before = form.states.get(key)
  if (!before) return
  const options = { ...form.options[key], year: fieldState(form, 'expirationYear').value }
  const found = checkValidity(key, before.value, form.cards, options)
  const next = isRefusedBrand(form, key) ? refused : found
  form.states.set(key, { ...before, ...next })
  const classes = form.inputs.get(key)?.input.classList
  classes?.toggle('valid', next.isValid)
  classes?.toggle('invalid', !next.isPotentiallyValid)
  if (next.isValid !== before.isValid || next.isPotentiallyValid !== before.isPotentiallyValid) {
    emit(form, 'validityChange', key)
  }
}

const refused = { isValid: false, isPotentiallyValid: false }

function isRefusedBrand(form: Form, key: FieldKey) {
  const { rejectUnsupportedCards, supportedCardBrands } = form.options.number ?? {}
  const known = singleCandidate(form.cards)
  if (key !== 'number' || !known || !(rejectUnsupportedCards || supportedCardBrands)) return false
  return !isSupported(known.type, form.client, form.options.number)
}

function spreadAutofill(form: Form, name: AutofillName, value: string) {
  const { filled } = form
  if (name === 'expiration-month') filled.month = value.padStart(2, '0')
  if (name === 'expiration-year') filled.year = value
  if (name.startsWith('expiration') && filled.month && filled.year) {
    setValue(form, 'expirationDate', filled.month + filled.year)
  }
  const [key] = form.keys.filter((key) => fieldAttributes[key].id === name)
  if (key) setValue(form, key, value)
}

function emit({ bus, states, cards, client, options }: Form, type: string, emittedBy: FieldKey) {
  const entries = [...states].map(([key, { value: _, ...state }]) => [key, state])
  const fields: FormState['fields'] = Object.fromEntries(entries)
  const shown: Candidate[] = cards.map(({ niceType, type, code }) => {
    return { niceType, type, code, supported: isSupported(type, client, options.number) }
  })
  bus.emit('INPUT_EVENT', { merchantPayload: { cards: shown, emittedBy, fields }, type })
}
