import type { MessageKey, Messages } from './messages/messages.ts'
import type { CardOptions, FieldOverrides } from './options.ts'

/** The hosted fields of a card, in the order in which the sheet shows them. */
export const fieldKeys = ['cardholderName', 'number', 'expirationDate', 'cvv', 'postalCode'] as const
export type FieldKey = (typeof fieldKeys)[number]

export type CardType = {
  niceType: string
  type: string
  code: { name: string; size: number }
  supported: boolean
}

export type FieldState = {
  isEmpty: boolean
  isValid: boolean
  isPotentiallyValid: boolean
  isFocused: boolean
}

/** What a frame tells with each event (payload of the public `card:…` events). */
export type FieldsState = { cards: CardType[]; fields: Partial<Record<FieldKey, FieldState>> }

type Facts = {
  className: string
  dom: string
  label: MessageKey
  empty: MessageKey
  invalid: MessageKey
  frame: string
}

/** Names of each field in the DOM, among the texts, and in the title of its frame. */
export const fieldFacts: Record<FieldKey, Facts> = {
  cardholderName: {
    className: 'cardholder-name',
    dom: 'cardholder-name',
    label: 'cardholderNameLabel',
    empty: 'fieldEmptyForCardholderName',
    invalid: 'fieldInvalidForCardholderName',
    frame: 'Cardholder Name',
  },
  number: {
    className: 'number',
    dom: 'number',
    label: 'cardNumberLabel',
    empty: 'fieldEmptyForNumber',
    invalid: 'fieldInvalidForNumber',
    frame: 'Credit Card Number',
  },
  expirationDate: {
    className: 'expiration',
    dom: 'expiration-date',
    label: 'expirationDateLabel',
    empty: 'fieldEmptyForExpirationDate',
    invalid: 'fieldInvalidForExpirationDate',
    frame: 'Expiration Date',
  },
  cvv: {
    className: 'cvv',
    dom: 'cvv',
    label: 'cvvLabel',
    empty: 'fieldEmptyForCvv',
    invalid: 'fieldInvalidForCvv',
    frame: 'CVV',
  },
  postalCode: {
    className: 'postal-code',
    dom: 'postal-code',
    label: 'postalCodeLabel',
    empty: 'fieldEmptyForPostalCode',
    invalid: 'fieldInvalidForPostalCode',
    frame: 'Postal Code',
  },
}

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

/** Whether the merchant's gateway takes this brand; Diners Club cards are processed as Discover. */
export function isBrandSupported(type: string, supportedCardTypes: readonly string[]) {
  return supportedCardTypes.some((name) => brandType(name) === (type === 'diners-club' ? 'discover' : type))
}

/** The type id of a gateway brand name, such as `master-card` for MasterCard. */
export function brandType(name: string) {
  return name === 'MasterCard' ? 'master-card' : name.toLowerCase().replaceAll(' ', '-')
}

/** What is wrong with a field when it is left or submitted. */
export function problemOf(
  key: FieldKey,
  { cards, fields }: FieldsState,
  card: CardOptions,
  supportedCardTypes: readonly string[],
): MessageKey | undefined {
  const field = fields[key]
  if (!field || field.isEmpty) return isRequired(key, card) ? fieldFacts[key].empty : undefined
  const [only, ...others] = cards
  const known = key === 'number' && only && others.length === 0
  if (known && !isBrandSupported(only.type, supportedCardTypes)) return 'unsupportedCardTypeError'
  return field.isValid ? undefined : fieldFacts[key].invalid
}
