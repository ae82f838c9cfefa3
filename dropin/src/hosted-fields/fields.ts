import type { MessageKey } from '../messages/messages.ts'

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
