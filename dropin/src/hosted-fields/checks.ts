import { type FieldKey, isFieldKey } from '#agreed/fields.ts'
import { missingOption } from '../gateway/client.ts'
import { BraintreeError } from '../platform/errors.ts'
import type { FieldOverrides } from './field-options.ts'

export type Fields = { [Key in FieldKey]?: FieldOverrides }
export type Containers = Partial<Record<FieldKey, HTMLElement>>

/** Containers of the fields; throws for an invalid one. */
export function resolveFieldContainers(fields: Fields | undefined): Containers {
  const entries = Object.entries(fields ?? {})
  if (entries.length === 0) throw missingOption('INSTANTIATION_OPTION_REQUIRED', 'options.fields')
  return Object.fromEntries(entries.map(([key, field]) => [key, resolveFieldContainer(key, field)]))
}

function resolveFieldContainer(
  fieldKey: string,
  { container, selector, maxlength, minlength }: FieldOverrides,
) {
  if (!isFieldKey(fieldKey)) throw fieldError('INVALID_FIELD_KEY', `A card has no field "${fieldKey}".`)
  const details = { fieldSelector: selector, fieldContainer: container, fieldKey }
  const found = container ?? selector
  const element = typeof found === 'string' ? document.querySelector(found) : found
  if (!(element instanceof HTMLElement))
    throw fieldError('INVALID_FIELD_SELECTOR', `There is no element for the field "${fieldKey}".`, details)
  if (element.querySelector('iframe[name^="braintree-"]'))
    throw fieldError(
      'FIELD_DUPLICATE_IFRAME',
      `The element of the field "${fieldKey}" holds one already.`,
      details,
    )
  for (const [name, value] of Object.entries({ maxlength, minlength }))
    if (value !== undefined && typeof value !== 'number')
      throw fieldError('FIELD_PROPERTY_INVALID', `${name} must be a number.`, { fieldKey })
  return element
}

export function presentField(field: string, containers: Containers): FieldKey {
  if (!isFieldKey(field)) throw fieldError('FIELD_INVALID', `A card has no field "${field}".`)
  if (!containers[field]) throw fieldError('FIELD_NOT_PRESENT', `The field "${field}" is not on this page.`)
  return field
}

const attributes: Record<string, 'boolean' | 'text'> = {
  'aria-invalid': 'boolean',
  'aria-required': 'boolean',
  disabled: 'boolean',
  placeholder: 'text',
}

export function checkAttribute(attribute: string, value?: unknown) {
  const kind = attributes[attribute]
  if (!kind) throw fieldError('ATTRIBUTE_NOT_SUPPORTED', `Fields do not take the attribute "${attribute}".`)
  if (value === undefined || value === null) return
  const isRight =
    kind === 'text' ? ['string', 'number'].includes(typeof value) : /^(true|false)$/.test(`${value}`)
  if (isRight) return
  throw fieldError('ATTRIBUTE_VALUE_NOT_ALLOWED', `"${value}" is no value of the attribute "${attribute}".`)
}

/** Only a month list has names. */
export function checkMonthList({ expirationMonth }: Fields) {
  if (expirationMonth?.select) return
  throw fieldError('FIELD_PROPERTY_INVALID', 'The field "expirationMonth" must be there, with `select`.')
}

function fieldError(code: string, message: string, details?: unknown) {
  return new BraintreeError({ code: `HOSTED_FIELDS_${code}`, type: 'MERCHANT', message, details })
}
