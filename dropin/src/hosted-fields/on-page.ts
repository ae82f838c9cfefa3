import { isSupportedByGateway, merchantChoice } from '#agreed/brands.ts'
import { cardTypes } from '#agreed/card-types.ts'
import type { Candidate, FieldKey, FieldState } from '#agreed/fields.ts'
import type { ClientConfiguration } from '../gateway/client.ts'
import { createEmitter } from '../platform/emitter.ts'
import type { Containers, Fields } from './checks.ts'
import type { FieldStyles } from './field-options.ts'
import { pageLooks } from './field-styles.ts'
import { type FieldPayload, openHostedFields } from './hosted-fields.ts'

export type FieldsState = {
  cards: Candidate[]
  fields: Partial<Record<FieldKey, FieldState & { container: HTMLElement }>>
}

type StateEventName =
  | ('blur' | 'focus' | 'empty' | 'notEmpty')
  | ('validityChange' | 'cardTypeChange' | 'inputSubmitRequest')
export type FieldsEvents = { [Name in StateEventName]: FieldsState & { emittedBy: FieldKey } } & {
  binAvailable: { bin: string }
}

type PageOptions = {
  fields: Fields
  styles?: FieldStyles
  preventAutofill?: boolean
  containers: Containers
  onEntry: () => void
}

/** Fields in elements of the merchant's page, whose classes show the state of each field. */
export function openOnPage(
  { fields: options, styles, preventAutofill, containers, onEntry }: PageOptions,
  client: ClientConfiguration,
) {
  const { assetsUrl, creditCards } = client.gatewayConfiguration
  const emitter = createEmitter<FieldsEvents>()
  const [place = document.body] = Object.values(containers)
  let state = toFieldsState(
    { cards: everyCard(options, creditCards.supportedCardTypes), fields: {} },
    containers,
  )
  const fields = openHostedFields({
    assetsUrl,
    client,
    containers,
    fields: withoutPlaces(options),
    preventAutofill,
    looks: () => pageLooks(place, styles),
    onEvent(type, { emittedBy, ...form }) {
      state = toFieldsState(form, containers)
      mark(state.fields[emittedBy])
      emitter.emit(type as StateEventName, { ...state, emittedBy })
    },
    onEntry,
    onBin: (bin) => emitter.emit('binAvailable', { bin }),
  })
  const forgetLabels = Object.entries(containers).map(([key, container]) => {
    return focusByLabel(container, () => fields.focus(key as FieldKey))
  })
  return {
    fields,
    emitter,
    read: () => state,
    close() {
      fields.close()
      for (const forget of forgetLabels) forget()
      for (const container of Object.values(containers)) container.classList.remove(...Object.values(marks))
    },
  }
}

const untouched: FieldState = { isEmpty: true, isValid: false, isPotentiallyValid: true, isFocused: false }

function toFieldsState(
  { cards, fields }: Omit<FieldPayload, 'emittedBy'>,
  containers: Containers,
): FieldsState {
  const withContainers = Object.entries(containers).map(([key, container]) => {
    return [key, { ...untouched, ...fields[key as FieldKey], container }]
  })
  return { cards, fields: Object.fromEntries(withContainers) }
}

/** Candidates before anything is typed. */
function everyCard({ number }: Fields, supportedCardTypes: readonly string[]): Candidate[] {
  return cardTypes.map(({ niceType, type, code }) => {
    const choice = merchantChoice(type, number?.supportedCardBrands)
    return { niceType, type, code, supported: choice ?? isSupportedByGateway(type, supportedCardTypes) }
  })
}

/** Elements cannot be posted to frames. */
function withoutPlaces(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([key, { container: _, selector: __, ...options }]) => [
    key,
    options,
  ])
  return Object.fromEntries(entries)
}

const marks = {
  focused: 'braintree-hosted-fields-focused',
  valid: 'braintree-hosted-fields-valid',
  invalid: 'braintree-hosted-fields-invalid',
}

function mark(field: (FieldState & { container: HTMLElement }) | undefined) {
  field?.container.classList.toggle(marks.focused, field.isFocused)
  field?.container.classList.toggle(marks.valid, field.isValid)
  field?.container.classList.toggle(marks.invalid, !field.isPotentiallyValid)
}

/** A click on the page's label focuses the field. */
function focusByLabel(container: HTMLElement, focus: () => void) {
  const labels = (container.getRootNode() as Document | ShadowRoot).querySelectorAll('label')
  const matching = [...labels].filter((label) => {
    return label.contains(container) || (container.id !== '' && label.htmlFor === container.id)
  })
  for (const label of matching) label.addEventListener('click', focus)
  return () => {
    for (const label of matching) label.removeEventListener('click', focus)
  }
}
