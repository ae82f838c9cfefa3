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
import { fieldsOf } from './card-fields.ts'
import {
  type CardAction,
  type CardForm,
  emptyForm,
  type FormField,
  isComplete,
  reduceForm,
} from './card-form.ts'

type FieldContainers = Partial<Record<SheetField, HTMLElement>>

/** The card form of one widget, or the CVV of a saved card that is asked for again. */
export type Card = {
  running: Running
  /** The sheet tells the page what happens in its fields. */
  isSheet: boolean
  form: Store<CardForm, CardAction>
  /** Where the sheet wants the fields. */
  containers: FieldContainers
  /** The element around the fields. */
  place?: HTMLElement
  addressId: string
  /** Where the billing address is typed. */
  addressInputs: Partial<Record<AddressField, HTMLElement>>
  /** What shows the billing address, once that is loaded. */
  AddressFields?: (props: AddressProps) => ReactNode
  /** Frames that were asked for before the configuration was there. */
  begun?: Frames | undefined
  /** The fields, once they have their places. */
  fields?: HostedFields
}

export type AddressProps = {
  id: string
  messages: Messages
  form: CardForm
  disabled: boolean
  locale: string | undefined
  /** Takes the element that a part is typed into. */
  keep: (field: AddressField, element: HTMLElement | null) => void
  type: (field: AddressField, text: string) => void
  leave: (field: AddressField) => void
}

export function openCard(running: Running, begun?: Frames): Card {
  const { challenges, creditCards } = running.gateway.configuration
  const own = cardOptionsOf(running.options)
  tellOfPlaces(own)
  const { supportedCardTypes } = creditCards
  const settings = { keys: fieldsOf(challenges, own), card: own, supportedCardTypes }
  const form = createStore(emptyForm(settings), reduceForm)
  return { running, isSheet: true, form, containers: {}, addressId: uuid(), addressInputs: {}, begun }
}

/** A shop that wants a field elsewhere on its page is not left to wonder. */
function tellOfPlaces({ overrides }: CardOptions) {
  for (const [key, field] of Object.entries(overrides?.fields ?? {}))
    if (field?.container || field?.selector)
      console.error(`card.overrides.fields.${key}: the payment widget has a place of its own for this field.`)
}

export const cardOptionsOf = ({ card }: CreateOptions) => (typeof card === 'object' ? card : {})

/** Nothing but a CVV. */
export function openSavedCvv(running: Running): Card {
  const { overrides = {}, clearFieldsAfterTokenization }: CardOptions = cardOptionsOf(running.options)
  const settings = {
    keys: ['cvv'] as const,
    card: { overrides, clearFieldsAfterTokenization },
    supportedCardTypes: [],
  }
  const form = createStore(emptyForm(settings), reduceForm)
  return { running, isSheet: false, form, containers: {}, addressId: '', addressInputs: {} }
}

/** Changes the form, then tells the frames and the widget what follows from it. */
export function change(card: Card, action: CardAction) {
  const { running, form } = card
  if (running.ended.aborted) return
  const before = form.read()
  form.dispatch(action)
  const after = form.read()
  tellFields(card, before, after)
  const complete = isComplete(after)
  dispatch(
    running,
    card.isSheet ? { type: 'sheet-completed', option: 'card', complete } : { type: 'cvv-typed', complete },
  )
  const { error } = running.store.read()
  if (error && isMended(error, complete, action)) dispatch(running, { type: 'sheet-mended' })
}

/** The error of the sheet goes once the form is right, or once a card that is saved already is not to be saved. */
function isMended(error: string, complete: boolean, action: CardAction) {
  if (action.type === 'save-card-chosen') return error === 'hostedFieldsTokenizationFailOnDuplicateError'
  const isTyped = action.type === 'field-event' || action.type === 'address-typed'
  return isTyped && complete && error === 'hostedFieldsFieldsInvalidError'
}

/** Mirrors error texts into the frames, where screen readers read them with the input. */
function tellFields(card: Card, before: CardForm, after: CardForm) {
  if (!card.fields || before.problems === after.problems) return
  for (const key of after.settings.keys) {
    const problem = after.problems[key]
    if (problem === before.problems[key]) continue
    card.fields.setAttribute(key, 'aria-invalid', `${problem !== undefined}`)
    tellProblem(card, key)
  }
}

/** Wherever it is typed. */
export function focusField({ fields, addressInputs, form }: Card, field: FormField) {
  const hosted = form.read().settings.keys.find((key) => key === field)
  if (hosted) fields?.focus(hosted)
  else addressInputs[field as AddressField]?.focus()
}

export function tellProblem({ fields, form, running }: Card, key: SheetField) {
  const problem = form.read().problems[key]
  fields?.setMessage(key, problem ? running.messages[problem] : '')
}
