import type { FormState, SheetField } from '#agreed/fields.ts'
import type { FieldPayload } from '../../hosted-fields/hosted-fields.ts'
import type { AddressField, CardOptions } from '../../merchant-options/card-options.ts'
import type { MessageKey } from '../../messages/messages.ts'
import { type BillingAddress, findAddressProblem, requestedAddressFields } from './card-address.ts'
import { findProblem } from './card-fields.ts'

/** A card field, or a part of the billing address; a postal code is either. */
export type FormField = SheetField | AddressField
export type Problems = Partial<Record<FormField, MessageKey>>

export type CardForm = FormState<SheetField> & {
  problems: Problems
  /** Fields whose errors appeared together: the sheet's error is announced instead. */
  unspoken: readonly FormField[]
  address: BillingAddress
  saveCard: boolean
  /** Constant: the shop's options and the gateway's configuration. */
  settings: {
    keys: readonly SheetField[]
    addressFields: readonly AddressField[]
    card: CardOptions
    supportedCardTypes: readonly string[]
  }
}

export type CardAction =
  | { type: 'field-event'; event: string; payload: FieldPayload<SheetField> }
  | { type: 'field-left'; field: SheetField }
  | { type: 'address-typed'; field: AddressField; text: string }
  | { type: 'address-left'; field: AddressField }
  | { type: 'address-shown' }
  | { type: 'address-cleared' }
  | { type: 'save-card-chosen'; saveCard: boolean }
  | { type: 'refused'; problems: Problems }
  | { type: 'accepted' }

export function emptyForm(initial: Omit<CardForm['settings'], 'addressFields'>): CardForm {
  const saveCard = initial.card.vault?.vaultCard !== false
  const settings = { ...initial, addressFields: requestedAddressFields(initial.card, initial.keys) }
  return { cards: [], fields: {}, problems: {}, unspoken: [], address: {}, saveCard, settings }
}

export function reduceForm(form: CardForm, action: CardAction): CardForm {
  switch (action.type) {
    case 'field-event': {
      const { cards, fields, emittedBy } = action.payload
      const next = { ...form, cards, fields }
      return withProblem(next, emittedBy, problemAfter(next, emittedBy, action.event))
    }
    case 'field-left':
    case 'address-left':
      return withProblem(form, action.field, problem(form, action.field))
    case 'address-typed': {
      const { field, text } = action
      const next = { ...form, address: { ...form.address, [field]: text } }
      return withProblem(next, field, text.trim() ? undefined : form.problems[field])
    }
    case 'address-shown':
      return { ...form }
    case 'address-cleared':
      return { ...form, address: {} }
    case 'save-card-chosen':
      return { ...form, saveCard: action.saveCard }
    case 'refused':
      return { ...form, problems: action.problems, unspoken: fieldsIn(form) }
    case 'accepted':
      return { ...form, problems: {} }
  }
}

function withProblem(form: CardForm, field: FormField, found: MessageKey | undefined): CardForm {
  if (form.problems[field] === found) return form
  const unspoken = form.unspoken.filter((key) => key !== field)
  return { ...form, problems: { ...form.problems, [field]: found }, unspoken }
}

/** In visual order. */
export const fieldsIn = ({ settings }: CardForm): FormField[] => [...settings.keys, ...settings.addressFields]

function problem(form: CardForm, field: FormField) {
  const { card, keys, supportedCardTypes } = form.settings
  const hosted = keys.find((key) => key === field)
  if (hosted) return findProblem(hosted, form, card, supportedCardTypes)
  return findAddressProblem(field as AddressField, form.address, card)
}

/** Errors appear on blur or when a field is full, and disappear once it may become valid. */
function problemAfter(form: CardForm, key: SheetField, event: string): MessageKey | undefined {
  const field = form.fields[key]
  const shown = form.problems[key]
  if (event === 'focus') return shown
  const found = problem(form, key)
  if (!field || field.isEmpty) return event === 'empty' ? undefined : shown
  const complete = field.isValid || !field.isPotentiallyValid
  if (event === 'blur' || (complete && found === 'unsupportedCardTypeError')) return found
  return field.isPotentiallyValid && found !== 'unsupportedCardTypeError' ? undefined : shown && found
}

/** Errors that prevent submission. */
export function findProblems(form: CardForm): Problems {
  const found = fieldsIn(form).map((key) => [key, problem(form, key)] as const)
  return Object.fromEntries(found.filter(([, key]) => key))
}

export const isComplete = (form: CardForm) => Object.keys(findProblems(form)).length === 0

/** The brand, once the number allows only one. */
export function knownBrand({ cards }: Pick<FormState, 'cards'>) {
  const [only, ...others] = cards
  return others.length === 0 ? only : undefined
}
