import type { SheetField } from '#agreed/fields.ts'
import type { FieldOverrides, FieldStyles } from '../hosted-fields/field-options.ts'

/** Parts of a billing address, as the gateway names them. */
export type AddressField =
  | ('firstName' | 'lastName' | 'company' | 'streetAddress' | 'extendedAddress')
  | ('locality' | 'region' | 'postalCode' | 'countryCodeAlpha2')

export type CardOptions = {
  /** Adds the name field above the number; required only when this says so. */
  cardholderName?: boolean | { required?: boolean }
  overrides?: {
    /** `cvv: null` and `postalCode: null` remove the field. */
    fields?: { [Key in SheetField]?: FieldOverrides | (Key extends 'cvv' | 'postalCode' ? null : never) }
    styles?: FieldStyles
  }
  /** Asks for a billing address, which goes to the gateway with the card. */
  billingAddress?: {
    /** What to ask for, in this order. A postal code that the gateway wants anyway is asked for once. */
    fields: AddressField[]
    /** Those of them that must be filled in; none unless named. */
    required?: AddressField[]
  }
  /** Only `false` keeps what was typed after a nonce was made. */
  clearFieldsAfterTokenization?: boolean
  /** `true` keeps all but the CVV, for `editPaymentMethod` after a decline. */
  keepAfterTokenization?: boolean
  vault?: {
    /** `true` lets a customer choose whether the card is saved. */
    allowVaultCardOverride?: boolean
    /** Only `false` leaves a customer's card unsaved. */
    vaultCard?: boolean
    /** `true` asks for the CVV of a saved card again: its nonce is `cvvNonce` of the result. */
    askCvv?: boolean
  }
}
