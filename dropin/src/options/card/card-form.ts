import type { FormState, SheetField } from '#agreed/fields.ts'
import type { FieldPayload } from '../../hosted-fields/hosted-fields.ts'
import type { MessageKey } from '../../messages/messages.ts'
import type { CardOptions } from '../../settings/card-options.ts'
import { problemOf } from './card-fields.ts'

export type Problems = Partial<Record<SheetField, MessageKey>>

/** The card form of one widget. */
export type CardForm = FormState<SheetField> & {
  problems: Problems
  /** Fields whose errors came all at once: the error of the sheet is read out for them. */
  unspoken: readonly SheetField[]
  /** Whether a customer's card is to be saved. */
  saveCard: boolean
  /** What does not change: the shop's options and the gateway's answer. */
  settings: {
    keys: readonly SheetField[]
    card: CardOptions
    supportedCardTypes: readonly string[]
  }
}

export type CardAction =
  | { type: 'field-event'; event: string; payload: FieldPayload<SheetField> }
  | { type: 'field-left'; field: SheetField }
  | { type: 'save-card-chosen'; saveCard: boolean }
  | { type: 'refused'; problems: Problems }
  | { type: 'accepted' }

export function emptyForm(settings: CardForm['settings']): CardForm {
  const saveCard = settings.card.vault?.vaultCard !== false
  return { cards: [], fields: {}, problems: {}, unspoken: [], saveCard, settings }
}

export function reduceForm(form: CardForm, action: CardAction): CardForm {
  switch (action.type) {
    case 'field-event': {
      const { cards, fields, emittedBy } = action.payload
      const next = { ...form, cards, fields }
      return withProblem(next, emittedBy, problemAfter(next, emittedBy, action.event))
    }
    case 'field-left':
      return withProblem(form, action.field, problem(form, action.field))
    case 'save-card-chosen':
      return { ...form, saveCard: action.saveCard }
    case 'refused':
      return { ...form, problems: action.problems, unspoken: form.settings.keys }
    case 'accepted':
      return { ...form, problems: {} }
  }
}

function withProblem(form: CardForm, field: SheetField, found: MessageKey | undefined): CardForm {
  if (form.problems[field] === found) return form
  const unspoken = form.unspoken.filter((key) => key !== field)
  return { ...form, problems: { ...form.problems, [field]: found }, unspoken }
}

function problem(form: CardForm, field: SheetField) {
  const { card, supportedCardTypes } = form.settings
  return problemOf(field, form, card, supportedCardTypes)
}

/** An error comes when a field is left or full, and goes as soon as the field may still become right. */
function problemAfter(form: CardForm, key: SheetField, event: string): MessageKey | undefined {
  const field = form.fields[key]
  const shown = form.problems[key]
  const found = problem(form, key)
  if (!field || field.isEmpty) return event === 'empty' ? undefined : shown
  const complete = field.isValid || !field.isPotentiallyValid
  if (event === 'blur' || (complete && found === 'unsupportedCardTypeError')) return found
  return field.isPotentiallyValid && found !== 'unsupportedCardTypeError' ? undefined : shown && found
}

/** Everything that keeps the card form from being sent. */
export function problemsOf(form: CardForm): Problems {
  const found = form.settings.keys.map((key) => [key, problem(form, key)] as const)
  return Object.fromEntries(found.filter(([, key]) => key))
}

export const isComplete = (form: CardForm) => Object.keys(problemsOf(form)).length === 0

/** The one brand that is left for the number typed, if it is down to one. */
export function knownBrand({ cards }: Pick<FormState, 'cards'>) {
  const [only, ...others] = cards
  return others.length === 0 ? only : undefined
}
