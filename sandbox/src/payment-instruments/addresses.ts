import { z } from 'zod'
import { type Problem, type ProblemCode, problem } from '../platform/errors.ts'
import { flag, optionalText } from '../platform/http/requests.ts'
import { countryBy, countryFields } from './countries.ts'

/** A phone number in two parts: "1" and "3121234567". */
export const InternationalPhone = z.object({ country_code: optionalText, national_number: optionalText })
export type InternationalPhone = z.infer<typeof InternationalPhone>

/** A postal address as the server API sends it (snake_case). */
export const AddressRequest = z.object({
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
  international_phone: InternationalPhone.nullish(),
})
export type Address = z.infer<typeof AddressRequest> & { id?: string }

/** A billing address of a payment method; `update_existing` changes the method's address in place of a new one. */
export const BillingAddressRequest = AddressRequest.extend({
  options: z.object({ update_existing: flag }).nullish(),
})
export type BillingAddressRequest = z.infer<typeof BillingAddressRequest>

export const isCountryCode = (code = '') => /^\d{1,3}$/.test(code)
const isPhone = (phone = '') => /^[\d\s().+-]{0,20}$/.test(phone)
export const isNationalNumber = (number = '') => /^\d{4,14}$/.test(number)

const longest = [
  ['company', '81802'],
  ['extended_address', '81804'],
  ['first_name', '81805'],
  ['last_name', '81806'],
  ['locality', '81807'],
  ['region', '81810'],
  ['street_address', '81812'],
] as const satisfies [keyof Address, ProblemCode][]
const countryCodes = {
  country_name: '91803',
  country_code_alpha2: '91814',
  country_code_alpha3: '91816',
  country_code_numeric: '91817',
} as const satisfies Record<(typeof countryFields)[number], ProblemCode>

/** Gives the address with its country completed, or every problem found, each at `path`. */
export function readAddress(request: Address, ...path: string[]): { address: Address } | Problem[] {
  const wrong = longest
    .filter(([field]) => (request[field] ?? '').length > 255)
    .map(([, code]) => problem(code, ...path))
  const postalCode = request.postal_code ?? ''
  if (postalCode.length > 9) wrong.push(problem('81809', ...path))
  if (!/^[\p{L}\d\s-]*$/u.test(postalCode)) wrong.push(problem('81813', ...path))
  const phone = request.international_phone
  if (phone && !(isCountryCode(phone.country_code) && isNationalNumber(phone.national_number)))
    wrong.push(problem('91828', ...path))
  if (!isPhone(request.phone_number)) wrong.push(phoneProblem(path))
  const country = readCountry(request, path)
  if (Array.isArray(country)) return [...wrong, ...country]
  return wrong.length ? wrong : { address: { ...request, ...country } }
}

/** Braintree lists codes for the addresses of a sale, and for others none but "invalid". */
const phoneCodes: Record<string, ProblemCode> = {
  'transaction.billing': '915206',
  'transaction.shipping': '915204',
}

function phoneProblem(path: string[]): Problem {
  const code = phoneCodes[path.join('.')]
  if (code) return problem(code, ...path)
  return { ...problem('91828', ...path), attribute: 'phone_number', message: 'Phone number is invalid.' }
}

/** All four names of the country, from one or more of them. */
function readCountry(request: Address, path: string[]) {
  const fields = countryFields.filter((field) => request[field])
  const found = fields.map((field) => countryBy(field, request[field] ?? ''))
  const unknown = fields.filter((_, place) => !found[place])
  if (unknown.length) return unknown.map((field) => problem(countryCodes[field], ...path))
  if (new Set(found).size > 1) return [problem('91815', ...path)]
  return found[0] ?? {}
}

export function addressAnswer(address: Address | null | undefined) {
  const phone = address?.international_phone
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
    internationalPhone: phoneAnswer(phone),
  }
}

export function phoneAnswer(phone: InternationalPhone | null | undefined) {
  return { countryCode: phone?.country_code ?? null, nationalNumber: phone?.national_number ?? null }
}
