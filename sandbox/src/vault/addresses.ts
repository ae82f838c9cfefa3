import { z } from 'zod'
import { optionalText } from '../platform/requests.ts'

/** A postal address as the server API sends it (snake_case), kept as it came. */
export const AddressRequest = z.object({
  id: optionalText,
  first_name: optionalText,
  last_name: optionalText,
  company: optionalText,
  street_address: optionalText,
  extended_address: optionalText,
  locality: optionalText,
  region: optionalText,
  postal_code: optionalText,
  country_code_alpha2: optionalText,
  country_code_alpha3: optionalText,
  country_code_numeric: optionalText,
  country_name: optionalText,
  phone_number: optionalText,
})
export type Address = z.infer<typeof AddressRequest>

/** An address as XML wants it: every unset member is nil. */
export function addressAnswer(address: Address | null | undefined) {
  return {
    id: address?.id ?? null,
    firstName: address?.first_name ?? null,
    lastName: address?.last_name ?? null,
    company: address?.company ?? null,
    streetAddress: address?.street_address ?? null,
    extendedAddress: address?.extended_address ?? null,
    locality: address?.locality ?? null,
    region: address?.region ?? null,
    postalCode: address?.postal_code ?? null,
    countryName: address?.country_name ?? null,
    countryCodeAlpha2: address?.country_code_alpha2 ?? null,
    countryCodeAlpha3: address?.country_code_alpha3 ?? null,
    countryCodeNumeric: address?.country_code_numeric ?? null,
    phoneNumber: address?.phone_number ?? null,
  }
}
