import type { ReactNode } from 'react'
import type { SheetField } from '#agreed/fields.ts'
import { uuid } from '#agreed/uuid.ts'
import type { Frames } from '../../hosted-fields/frames.ts'
import type { HostedFields } from '../../hosted-fields/hosted-fields.ts'
import type { AddressField, CardOptions } from '../../merchant-options/card-options.ts'
import type { CreateOptions } from '../../merchant-options/create-options.ts'
import type { Messages } from '../../messages/messages.ts'
import { dispatch, type Running } from '../../model/running.ts'
import { createStore, type Store } from '../../platform/store.ts'
import { fieldsFor } from './card-fields.ts'
import {
  type CardAction,
  type CardForm,
  emptyForm,
  type FormField,
  isComplete,
  reduceForm,
} from './card-form.ts'

type FieldContainers = Partial<Record<SheetField, HTMLElement>>

/** The card form of a widget, or the CVV form of a saved card. */
export type Card = {
  running: Running
  /** Whether its events are public. */
  isSheet: boolean
  form: Store<CardForm, CardAction>
  containers: FieldContainers
  place?: HTMLElement
  addressId: string
  addressInputs: Partial<Record<AddressField, HTMLElement>>
  /** Lazily loaded. */
  AddressFields?: (props: AddressProps) => ReactNode
  /** Preloaded frames. */
  begun?: Frames | undefined
  fields?: HostedFields
}

export type AddressProps = {
  id: string
  messages: Messages
  form: CardForm
  disabled: boolean
  locale: string | undefined
  /** Ref of a part's input. */
  keep: (field: AddressField, element: HTMLElement | null) => void
  type: (field: AddressField, text: string) => void
  leave: (field: AddressField) => void
}

export function openCard(running: Running, preloaded?: Frames): Card {
  const { challenges, creditCards } = running.gateway.configuration
  const options = readCardOptions(running.options)
  warnAboutContainers(options)
  const { supportedCardTypes } = creditCards
  const settings = { keys: fieldsFor(challenges, options), card: options, supportedCardTypes }
  const form = createStore(emptyForm(settings), reduceForm)
  return {
    running,
    isSheet: true,
    form,
    containers: {},
    addressId: uuid(),
    addressInputs: {},
    begun: preloaded,
  }
}

/** Warns shops that set a container for a field, which is ignored here. */
function warnAboutContainers({ overrides }: CardOptions) {
  for (const [key, field] of Object.entries(overrides?.fields ?? {}))
    if (field?.container || field?.selector)
      console.error(`card.overrides.fields.${key}: the payment widget has a place of its own for this field.`)
}

export const readCardOptions = ({ card }: CreateOptions) => (typeof card === 'object' ? card : {})

/** A form of the CVV alone. */
export function openSavedCvv(running: Running): Card {
  const { overrides = {}, clearFieldsAfterTokenization }: CardOptions = readCardOptions(running.options)
  const settings = {
    keys: ['cvv'] as const,
    card: { overrides, clearFieldsAfterTokenization },
    supportedCardTypes: [],
  }
  const form = createStore(emptyForm(settings), reduceForm)
  return { running, isSheet: false, form, containers: {}, addressId: '', addressInputs: {} }
}

/** Updates the form, then frames and widget. */
export function updateForm(card: Card, action: CardAction) {
  const { running, form } = card
  if (running.ended.aborted) return
  const before = form.read()
  form.dispatch(action)
  const after = form.read()
  updateFields(card, before, after)
  const complete = isComplete(after)
  dispatch(
    running,
    card.isSheet ? { type: 'sheet-completed', option: 'card', complete } : { type: 'cvv-typed', complete },
  )
  const { error } = running.store.read()
  if (error && isResolved(error, complete, action)) dispatch(running, { type: 'error-cleared' })
}

/** The sheet's error disappears once the form is valid, or once a duplicate card is no longer to be saved. */
function isResolved(error: string, complete: boolean, action: CardAction) {
  if (action.type === 'save-card-chosen') return error === 'hostedFieldsTokenizationFailOnDuplicateError'
  const isTyped = action.type === 'field-event' || action.type === 'address-typed'
  return isTyped && complete && error === 'hostedFieldsFieldsInvalidError'
}

/** Copies errors into the frames, for screen readers. */
function updateFields(card: Card, before: CardForm, after: CardForm) {
  if (!card.fields || before.problems === after.problems) return
  for (const key of after.settings.keys) {
    const problem = after.problems[key]
    if (problem === before.problems[key]) continue
    card.fields.setAttribute(key, 'aria-invalid', `${problem !== undefined}`)
    showProblem(card, key)
  }
}

export function focusField({ fields, addressInputs, form }: Card, field: FormField) {
  const hosted = form.read().settings.keys.find((key) => key === field)
  if (hosted) fields?.focus(hosted)
  else addressInputs[field as AddressField]?.focus()
}

export function showProblem({ fields, form, running }: Card, key: SheetField) {
  const problem = form.read().problems[key]
  fields?.setMessage(key, problem ? running.messages[problem] : '')
}
