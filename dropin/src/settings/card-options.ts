import type { SheetField } from '#agreed/fields.ts'
import type { FieldOverrides, FieldStyles } from '../hosted-fields/field-options.ts'

export type CardOptions = {
  /** Adds the name field above the number; required only when this says so. */
  cardholderName?: boolean | { required?: boolean }
  overrides?: {
    /** `cvv: null` and `postalCode: null` remove the field. */
    fields?: { [Key in SheetField]?: FieldOverrides | (Key extends 'cvv' | 'postalCode' ? null : never) }
    styles?: FieldStyles
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
  }
}
