import type { BrandOption, BrandType } from './brands.ts'

/** The hosted fields of a card with what their frames are called, in the order in which the drop-in's sheet shows its own. */
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

/** The date in two fields. The drop-in's sheet has it in one. */
export type PartOfDate = 'expirationMonth' | 'expirationYear'
export type SheetField = Exclude<FieldKey, PartOfDate>
export const sheetFields: readonly SheetField[] = [
  'cardholderName',
  'number',
  'expirationDate',
  'cvv',
  'postalCode',
]

/** What a merchant may set for a field, as the frames get it (Braintree's hosted field options). */
export type FieldOptions = {
  placeholder?: string
  type?: string
  formatInput?: boolean
  maskInput?: boolean | { character?: string; showLastFour?: boolean }
  minlength?: number
  maxlength?: number
  /** Most digits of the number. */
  maxCardLength?: number
  prefill?: string
  internalLabel?: string
  /** Month or year as a list to choose from; the months by names of your own, if you give twelve. */
  select?: boolean | { options: string[] }
  rejectUnsupportedCards?: boolean
  supportedCardBrands?: Partial<Record<BrandOption, boolean>>
}

/** A brand that the number typed may still become. */
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

/** How the form stands: what the frames tell with each event. Values stay in the frames. */
export type FormState<Key extends FieldKey = FieldKey> = {
  cards: Candidate[]
  fields: Partial<Record<Key, FieldState>>
}
