import { type FieldKey, type FieldOptions, fieldNames } from '#agreed/fields.ts'
import { fieldFacts } from './fields.ts'

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

/** The field of this frame: label, input, description, and off-screen inputs that receive autofill. */
export function buildField(key: FieldKey, options: FieldOptions) {
  const input = mainInput(key, options)
  const description = make('div', { id: `field-description-${key}`, className: 'field-description' })
  const label = make('label', { htmlFor: input.id, textContent: options.internalLabel ?? fieldNames[key] })
  const others = autofillInputs(input.id)
  const form = make('form', { noValidate: true, action: '#' })
  form.append(label, input, description, ...others.values())
  form.addEventListener('submit', (event) => event.preventDefault())
  document.body.replaceChildren(form)
  return { input, description, label, others }
}

function mainInput(key: FieldKey, { type, placeholder = '' }: FieldOptions) {
  const { id, autocomplete, numeric } = fieldFacts[key]
  const input = make('input', { id, name: id, className: key, type: type ?? 'text', placeholder })
  input.autocomplete = autocomplete as AutoFill
  input.spellcheck = false
  input.dataset.braintreeName = key
  if (numeric) input.dir = 'ltr'
  if (numeric && !type) input.inputMode = 'numeric'
  for (const name of ['autocorrect', 'autocapitalize']) input.setAttribute(name, 'off')
  input.setAttribute('aria-describedby', `field-description-${key}`)
  return input
}

function autofillInputs(ownId: string) {
  const names = (Object.keys(autofill) as AutofillName[]).filter((name) => name !== ownId)
  return new Map(
    names.map((name) => {
      const input = make('input', { id: `${name}-autofill-field`, className: 'autofill-field', tabIndex: -1 })
      input.autocomplete = autofill[name] as AutoFill
      input.setAttribute('aria-hidden', 'true')
      return [name, input]
    }),
  )
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties)
}
