import { type BrandType, choiceOfMerchant, isTakenByGateway } from '#agreed/brands.ts'
import { type FormState, type SheetField, sheetFields } from '#agreed/fields.ts'
import type { FieldOverrides } from '../../hosted-fields/field-options.ts'
import { fieldFacts } from '../../hosted-fields/fields.ts'
import type { CardOptions } from '../../merchant-options/card-options.ts'
import type { MessageKey, Messages } from '../../messages/messages.ts'

/** Number and date always, the rest as required by gateway and merchant. */
export function fieldsOf(challenges: readonly string[], card: CardOptions): SheetField[] {
  const overrides = card.overrides?.fields ?? {}
  const wanted: Record<SheetField, boolean> = {
    cardholderName: Boolean(card.cardholderName),
    number: true,
    expirationDate: true,
    cvv: challenges.includes('cvv') && overrides.cvv !== null,
    postalCode: challenges.includes('postal_code') && overrides.postalCode !== null,
  }
  return sheetFields.filter((key) => wanted[key])
}

export function isRequired(key: SheetField, { cardholderName }: CardOptions) {
  return key !== 'cardholderName' || (typeof cardholderName === 'object' && cardholderName.required === true)
}

/** Such as 'CVV (3 digits)'. */
export function labelOf(key: SheetField, messages: Messages, codeSize?: number) {
  const label = messages[fieldFacts[key].label]
  return [label, descriptorOf(key, messages, codeSize)].filter(Boolean).join(' ')
}

export function descriptorOf(key: SheetField, messages: Messages, codeSize = 3) {
  if (key === 'expirationDate') return messages.expirationDateLabelSubheading
  if (key !== 'cvv') return undefined
  return codeSize === 4 ? messages.cvvFourDigitLabelSubheading : messages.cvvThreeDigitLabelSubheading
}

/** The merchant's options override placeholder and label. */
export function frameOptions(
  keys: readonly SheetField[],
  card: CardOptions,
  messages: Messages,
  codeSize = 3,
) {
  const placeholders: Partial<Record<SheetField, string>> = {
    cardholderName: messages.cardholderNamePlaceholder,
    number: '•••• •••• •••• ••••',
    expirationDate: messages.expirationDatePlaceholder,
    cvv: '•'.repeat(codeSize),
  }
  return Object.fromEntries(
    keys.map((key) => {
      const { selector: _, container: __, ...own } = card.overrides?.fields?.[key] ?? {}
      return [
        key,
        { placeholder: placeholders[key], internalLabel: labelOf(key, messages, codeSize), ...own },
      ]
    }),
  ) as Partial<Record<SheetField, FieldOverrides>>
}

/** Supported by the gateway, and not excluded by the merchant. */
export function isTaken(type: BrandType, { overrides }: CardOptions, supportedCardTypes: readonly string[]) {
  const choice = choiceOfMerchant(type, overrides?.fields?.number?.supportedCardBrands)
  return choice !== false && isTakenByGateway(type, supportedCardTypes)
}

/** Validated on blur and on submission. */
export function problemOf(
  key: SheetField,
  { cards, fields }: FormState<SheetField>,
  card: CardOptions,
  supportedCardTypes: readonly string[],
): MessageKey | undefined {
  const field = fields[key]
  if (!field || field.isEmpty) return isRequired(key, card) ? fieldFacts[key].empty : undefined
  const [only, ...others] = cards
  const known = key === 'number' && only && others.length === 0
  if (known && !isTaken(only.type, card, supportedCardTypes)) return 'unsupportedCardTypeError'
  if (field.isValid) return undefined
  // Only the length of a name is beyond repair by typing.
  const isTooLong = key === 'cardholderName' && !field.isPotentiallyValid
  return isTooLong ? 'fieldTooLongForCardholderName' : fieldFacts[key].invalid
}
