import type { BrandOption, BrandType } from './brands.ts'

/** Hosted fields with the titles of their frames, in the order of the drop-in's sheet. */
export const fieldNames = {
  cardholderName: 'Cardholder Name',
  number: 'Credit Card Number',
  expirationDate: 'Expiration Date',
  expirationMonth: 'Expiration Month',
  expirationYear: 'Expiration Year',
  cvv: 'CVV',
  postalCode: 'Postal Code',
} as const

export type FieldKey = keyof typeof fieldNames
export const fieldKeys = Object.keys(fieldNames) as FieldKey[]

export function isFieldKey(text: string): text is FieldKey {
  return Object.hasOwn(fieldNames, text)
}

export type DateField = 'expirationMonth' | 'expirationYear'
export type SheetField = Exclude<FieldKey, DateField>
export const sheetFields: readonly SheetField[] = [
  'cardholderName',
  'number',
  'expirationDate',
  'cvv',
  'postalCode',
]

export type FieldOptions = {
  placeholder?: string
  type?: string
  formatInput?: boolean
  maskInput?: boolean | { character?: string; showLastFour?: boolean }
  minlength?: number
  maxlength?: number
  maxCardLength?: number
  prefill?: string
  internalLabel?: string
  /** A list; the names of twelve months can be set. */
  select?: boolean | { options: string[] }
  rejectUnsupportedCards?: boolean
  supportedCardBrands?: Partial<Record<BrandOption, boolean>>
}

export type Candidate = {
  niceType: string
  type: BrandType
  code: { name: string; size: number }
  supported: boolean
}

export type FieldState = {
  isEmpty: boolean
  isValid: boolean
  isPotentiallyValid: boolean
  isFocused: boolean
}

/** State of the form, sent with each event. Values never leave the frames. */
export type FormState<Key extends FieldKey = FieldKey> = {
  cards: Candidate[]
  fields: Partial<Record<Key, FieldState>>
}
