import { isTakenByGateway } from '#agreed/brands.ts'
import { type FieldKey, type FormState, fieldKeys } from '#agreed/fields.ts'
import type { FieldOverrides } from '../../hosted-fields/field-options.ts'
import { fieldFacts } from '../../hosted-fields/fields.ts'
import type { MessageKey, Messages } from '../../messages/messages.ts'
import type { CardOptions } from '../../settings/card-options.ts'

/** The fields of this sheet: number and date always, the rest as gateway and merchant ask. */
export function fieldsOf(challenges: readonly string[], card: CardOptions): FieldKey[] {
  const overrides = card.overrides?.fields ?? {}
  const wanted: Record<FieldKey, boolean> = {
    cardholderName: Boolean(card.cardholderName),
    number: true,
    expirationDate: true,
    cvv: challenges.includes('cvv') && overrides.cvv !== null,
    postalCode: challenges.includes('postal_code') && overrides.postalCode !== null,
  }
  return fieldKeys.filter((key) => wanted[key])
}

export function isRequired(key: FieldKey, { cardholderName }: CardOptions) {
  return key !== 'cardholderName' || (typeof cardholderName === 'object' && cardholderName.required === true)
}

/** Placeholder and label of each field, under the merchant's own. */
export function frameOptions(keys: readonly FieldKey[], card: CardOptions, messages: Messages) {
  const placeholders: Partial<Record<FieldKey, string>> = {
    cardholderName: messages.cardholderNamePlaceholder,
    number: '•••• •••• •••• ••••',
    expirationDate: messages.expirationDatePlaceholder,
    cvv: '•••',
  }
  return Object.fromEntries(
    keys.map((key) => {
      const { selector: _, container: __, ...own } = card.overrides?.fields?.[key] ?? {}
      const internalLabel = messages[fieldFacts[key].label]
      return [key, { placeholder: placeholders[key], internalLabel, ...own }]
    }),
  ) as Partial<Record<FieldKey, FieldOverrides>>
}

/** What is wrong with a field when it is left or submitted. */
export function problemOf(
  key: FieldKey,
  { cards, fields }: FormState,
  card: CardOptions,
  supportedCardTypes: readonly string[],
): MessageKey | undefined {
  const field = fields[key]
  if (!field || field.isEmpty) return isRequired(key, card) ? fieldFacts[key].empty : undefined
  const [only, ...others] = cards
  const known = key === 'number' && only && others.length === 0
  if (known && !isTakenByGateway(only.type, supportedCardTypes)) return 'unsupportedCardTypeError'
  return field.isValid ? undefined : fieldFacts[key].invalid
}
