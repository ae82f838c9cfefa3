import type { SheetField } from '#agreed/fields.ts'
import type { MessageKey } from '../../messages/messages.ts'
import type { AddressField, CardOptions } from '../../settings/card-options.ts'

/** What was typed of the billing address. */
export type Address = Partial<Record<AddressField, string>>

type Facts = { label: MessageKey; dom: string; autocomplete: string }

/** Names of each part in the DOM, among the texts and to browsers that fill it in. */
export const addressFacts: Record<AddressField, Facts> = {
  firstName: { label: 'firstNameLabel', dom: 'first-name', autocomplete: 'given-name' },
  lastName: { label: 'lastNameLabel', dom: 'last-name', autocomplete: 'family-name' },
  company: { label: 'companyLabel', dom: 'company', autocomplete: 'organization' },
  streetAddress: { label: 'streetAddressLabel', dom: 'street-address', autocomplete: 'address-line1' },
  extendedAddress: { label: 'extendedAddressLabel', dom: 'extended-address', autocomplete: 'address-line2' },
  locality: { label: 'localityLabel', dom: 'locality', autocomplete: 'address-level2' },
  region: { label: 'regionLabel', dom: 'region', autocomplete: 'address-level1' },
  postalCode: { label: 'postalCodeLabel', dom: 'postal-code', autocomplete: 'postal-code' },
  countryCodeAlpha2: { label: 'countryLabel', dom: 'country', autocomplete: 'country' },
}

/** The parts to ask for. A postal code that the gateway wants is a field of the card already. */
export function addressFieldsOf({ billingAddress }: CardOptions, keys: readonly SheetField[]) {
  return [...new Set(billingAddress?.fields)].filter((field) => {
    return Object.hasOwn(addressFacts, field) && !(field === 'postalCode' && keys.includes(field))
  })
}

/** What is wrong with a part when it is left or submitted. */
export function addressProblemOf(
  field: AddressField,
  address: Address,
  { billingAddress }: CardOptions,
): MessageKey | undefined {
  if (address[field]?.trim() || !billingAddress?.required?.includes(field)) return undefined
  return field === 'postalCode' ? 'fieldEmptyForPostalCode' : 'fieldEmpty'
}

/** What the gateway gets: the parts that were filled in, if any. */
export function billingAddressOf(address: Address) {
  const parts = Object.entries(address).map(([field, text]) => [field, text.trim()] as const)
  const filled = parts.filter(([, text]) => text)
  return filled.length > 0 ? Object.fromEntries(filled) : undefined
}
