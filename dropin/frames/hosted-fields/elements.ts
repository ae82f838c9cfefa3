import { type FieldKey, type FieldOptions, fieldNames } from '#agreed/fields.ts'
import { fieldAttributes } from './fields.ts'

export type AutofillName =
  | 'cardholder-name'
  | 'credit-card-number'
  | 'expiration-month'
  | 'expiration-year'
  | 'cvv'

const autofill: Record<AutofillName, string> = {
  'cardholder-name': 'cc-name',
  'credit-card-number': 'cc-number',
  'expiration-month': 'cc-exp-month',
  'expiration-year': 'cc-exp-year',
  cvv: 'cc-csc',
}

export type FrameOptions = FieldOptions & { preventAutofill?: boolean | undefined }

/** Polling interval for values that browsers or password managers fill in without an event. */
export const autofillPoll = 100

/** Label, main element, description, and off-screen inputs for autofill. */
export function buildField<Main extends HTMLElement>(
  input: Main,
  key: FieldKey,
  { internalLabel, preventAutofill }: FrameOptions,
  autofilled: (name: AutofillName, value: string) => void,
) {
  const description = make('div', { id: `field-description-${key}`, className: 'field-description' })
  const label = make('label', { htmlFor: input.id, textContent: internalLabel ?? fieldNames[key] })
  const others = preventAutofill ? new Map<AutofillName, HTMLInputElement>() : autofillInputs(input.id)
  const form = make('form', { noValidate: true, action: '#' })
  form.append(label, input, description, ...others.values())
  form.addEventListener('submit', (event) => event.preventDefault())
  document.body.replaceChildren(form)
  setInterval(() => {
    for (const [name, other] of others) {
      if (other.value) autofilled(name, other.value)
      other.value = ''
    }
  }, autofillPoll)
  return { input, description, label }
}

export function buildInput(key: FieldKey, { type, placeholder = '', preventAutofill }: FrameOptions) {
  const { numeric } = fieldAttributes[key]
  const input = mainElement('input', key, preventAutofill)
  Object.assign(input, { type: type ?? 'text', placeholder, spellcheck: false })
  if (numeric && !type) input.inputMode = 'numeric'
  for (const name of ['autocorrect', 'autocapitalize']) input.setAttribute(name, 'off')
  return input
}

export function mainElement<Tag extends 'input' | 'select'>(
  tag: Tag,
  key: FieldKey,
  preventAutofill?: boolean,
) {
  const { id, autocomplete, numeric } = fieldAttributes[key]
  const main = document.createElement(tag)
  Object.assign(main, { id, name: id, className: key, autocomplete: preventAutofill ? 'off' : autocomplete })
  if (numeric) main.dir = 'ltr'
  main.dataset.braintreeName = key
  main.setAttribute('aria-describedby', `field-description-${key}`)
  return main
}

function autofillInputs(mainId: string) {
  const names = (Object.keys(autofill) as AutofillName[]).filter((name) => name !== mainId)
  return new Map(
    names.map((name) => {
      const input = make('input', { id: `${name}-autofill-field`, className: 'autofill-field', tabIndex: -1 })
      input.autocomplete = autofill[name] as AutoFill
      input.setAttribute('aria-hidden', 'true')
      return [name, input]
    }),
  )
}

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties)
}
