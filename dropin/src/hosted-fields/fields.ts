import type { SheetField } from '#agreed/fields.ts'
import type { MessageKey } from '../messages/messages.ts'

type FieldSpec = {
  className: string
  dom: string
  label: MessageKey
  empty: MessageKey
  invalid: MessageKey
}

export const fieldSpecs: Record<SheetField, FieldSpec> = {
  cardholderName: {
    className: 'cardholder-name',
    dom: 'cardholder-name',
    label: 'cardholderNameLabel',
    empty: 'fieldEmptyForCardholderName',
    invalid: 'fieldInvalidForCardholderName',
  },
  number: {
    className: 'number',
    dom: 'number',
    label: 'cardNumberLabel',
    empty: 'fieldEmptyForNumber',
    invalid: 'fieldInvalidForNumber',
  },
  expirationDate: {
    className: 'expiration',
    dom: 'expiration-date',
    label: 'expirationDateLabel',
    empty: 'fieldEmptyForExpirationDate',
    invalid: 'fieldInvalidForExpirationDate',
  },
  cvv: {
    className: 'cvv',
    dom: 'cvv',
    label: 'cvvLabel',
    empty: 'fieldEmptyForCvv',
    invalid: 'fieldInvalidForCvv',
  },
  postalCode: {
    className: 'postal-code',
    dom: 'postal-code',
    label: 'postalCodeLabel',
    empty: 'fieldEmptyForPostalCode',
    invalid: 'fieldInvalidForPostalCode',
  },
}
