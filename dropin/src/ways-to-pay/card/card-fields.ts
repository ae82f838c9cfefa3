import { type BrandType, isSupportedByGateway, merchantChoice } from '#agreed/brands.ts'
import { type FormState, type SheetField, sheetFields } from '#agreed/fields.ts'
import type { FieldOverrides } from '../../hosted-fields/field-options.ts'
import { fieldSpecs } from '../../hosted-fields/fields.ts'
import type { CardOptions } from '../../merchant-options/card-options.ts'
import type { MessageKey, Messages } from '../../messages/messages.ts'

/** Number and date always, the rest as required by gateway and merchant. */
export function fieldsFor(challenges: readonly string[], card: CardOptions): SheetField[] {
  const overrides = card.overrides?.fields ?? {}
  const requested: Record<SheetField, boolean> = {
    cardholderName: Boolean(card.cardholderName),
    number: true,
    expirationDate: true,
    cvv: challenges.includes('cvv') && overrides.cvv !== null,
    postalCode: challenges.includes('postal_code') && overrides.postalCode !== null,
  }
  return sheetFields.filter((key) => requested[key])
}

export function isRequired(key: SheetField, { cardholderName }: CardOptions) {
  return key !== 'cardholderName' || (typeof cardholderName === 'object' && cardholderName.required === true)
}

/** Such as 'CVV (3 digits)'. */
export function labelFor(key: SheetField, messages: Messages, codeSize?: number) {
  const label = messages[fieldSpecs[key].label]
  return [label, descriptorFor(key, messages, codeSize)].filter(Boolean).join(' ')
}

export function descriptorFor(key: SheetField, messages: Messages, codeSize = 3) {
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
      const { selector: _, container: __, ...overrides } = card.overrides?.fields?.[key] ?? {}
      return [
        key,
        { placeholder: placeholders[key], internalLabel: labelFor(key, messages, codeSize), ...overrides },
      ]
    }),
  ) as Partial<Record<SheetField, FieldOverrides>>
}

/** Supported by the gateway, and not excluded by the merchant. */
export function isAccepted(
  type: BrandType,
  { overrides }: CardOptions,
  supportedCardTypes: readonly string[],
) {
  const choice = merchantChoice(type, overrides?.fields?.number?.supportedCardBrands)
  return choice !== false && isSupportedByGateway(type, supportedCardTypes)
}

/** Validated on blur and on submission. */
export function findProblem(
  key: SheetField,
  { cards, fields }: FormState<SheetField>,
  card: CardOptions,
  supportedCardTypes: readonly string[],
): MessageKey | undefined {
  const field = fields[key]
  if (!field || field.isEmpty) return isRequired(key, card) ? fieldSpecs[key].empty : undefined
  const [only, ...others] = cards
  const known = key === 'number' && only && others.length === 0
  if (known && !isAccepted(only.type, card, supportedCardTypes)) return 'unsupportedCardTypeError'
  if (field.isValid) return undefined
  // Only the length of a name is beyond repair by typing.
  const isTooLong = key === 'cardholderName' && !field.isPotentiallyValid
  return isTooLong ? 'fieldTooLongForCardholderName' : fieldSpecs[key].invalid
}
