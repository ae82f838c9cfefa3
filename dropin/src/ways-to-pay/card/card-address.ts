import type { SheetField } from '#agreed/fields.ts'
import type { AddressField, CardOptions } from '../../merchant-options/card-options.ts'
import type { MessageKey } from '../../messages/messages.ts'

export type BillingAddress = Partial<Record<AddressField, string>>

const parts: readonly AddressField[] = [
  'firstName',
  'lastName',
  'company',
  'streetAddress',
  'extendedAddress',
  'locality',
  'region',
  'postalCode',
  'countryCodeAlpha2',
]

/** A postal code that the gateway requires is a card field already. */
export function requestedAddressFields({ billingAddress }: CardOptions, keys: readonly SheetField[]) {
  return [...new Set(billingAddress?.fields)].filter((field) => {
    return parts.includes(field) && !(field === 'postalCode' && keys.includes(field))
  })
}

/** Validated on blur and on submission. */
export function findAddressProblem(
  field: AddressField,
  address: BillingAddress,
  { billingAddress }: CardOptions,
): MessageKey | undefined {
  if (address[field]?.trim() || !billingAddress?.required?.includes(field)) return undefined
  return field === 'postalCode' ? 'fieldEmptyForPostalCode' : 'fieldEmpty'
}

/** The filled-in parts, if any. */
export function toBillingAddress(address: BillingAddress) {
  const parts = Object.entries(address).map(([field, text]) => [field, text.trim()] as const)
  const filled = parts.filter(([, text]) => text)
  return filled.length > 0 ? Object.fromEntries(filled) : undefined
}
