import type { SheetField } from '#agreed/fields.ts'
import type { FieldOverrides, FieldStyles } from '../hosted-fields/field-options.ts'

export type AddressField =
  | ('firstName' | 'lastName' | 'company' | 'streetAddress' | 'extendedAddress')
  | ('locality' | 'region' | 'postalCode' | 'countryCodeAlpha2')

export type CardOptions = {
  cardholderName?: boolean | { required?: boolean }
  overrides?: {
    fields?: { [Key in SheetField]?: FieldOverrides | (Key extends 'cvv' | 'postalCode' ? null : never) }
    styles?: FieldStyles
  }
  billingAddress?: {
    fields: AddressField[]
    required?: AddressField[]
  }
  clearFieldsAfterTokenization?: boolean
  keepAfterTokenization?: boolean
  vault?: {
    allowVaultCardOverride?: boolean
    vaultCard?: boolean
    askCvv?: boolean
  }
}
