import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import {
  InternationalPhone,
  isCountryCode,
  isNationalNumber,
  phoneAnswer,
} from '../payment-instruments/addresses.ts'
import { type Problem, type ProblemCode, problem } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { optionalText } from '../platform/http/requests.ts'
import { customers } from './vault.tables.ts'

export type Customer = typeof customers.$inferSelect

export const CustomerFields = z.object({
  id: optionalText,
  first_name: optionalText,
  last_name: optionalText,
  company: optionalText,
  email: optionalText,
  phone: optionalText,
  fax: optionalText,
  website: optionalText,
  international_phone: InternationalPhone.nullish(),
  custom_fields: z.record(z.string(), optionalText).nullish(),
})
export type CustomerFields = z.infer<typeof CustomerFields>

export async function customerById(gateway: Gateway, id: string): Promise<Customer | undefined> {
  const [row] = await gateway.db.select().from(customers).where(isCustomer(gateway, id))
  return row
}

/**
 * Serialises changes of a customer's methods, so that exactly one is the default. Locked before the nonce in every
 * call, to avoid deadlocks.
 */
export async function lockCustomer(gateway: Gateway, customerId: string): Promise<boolean> {
  const rows = gateway.db.select({ id: customers.id }).from(customers).where(isCustomer(gateway, customerId))
  return (await rows.for('update')).length > 0
}

export function isCustomer(gateway: Gateway, id: string) {
  return and(eq(customers.merchantId, gateway.merchant.id), eq(customers.id, id))
}

export function customerAnswer(row: Customer | undefined) {
  return {
    id: row?.id ?? null,
    firstName: row?.firstName ?? null,
    lastName: row?.lastName ?? null,
    company: row?.company ?? null,
    email: row?.email ?? null,
    phone: row?.phone ?? null,
    fax: row?.fax ?? null,
    website: row?.website ?? null,
    internationalPhone: phoneAnswer(row?.internationalPhone),
  }
}

const longest = [
  ['company', '81601'],
  ['email', '81605'],
  ['fax', '81607'],
  ['first_name', '81608'],
  ['last_name', '81613'],
  ['phone', '81614'],
  ['website', '81615'],
] as const satisfies [keyof CustomerFields, ProblemCode][]

/** Problems are at `at`. */
export function customerProblems(request: CustomerFields, at: string[]): Problem[] {
  const { email, website } = request
  const wrong = longest
    .filter(([field]) => (request[field] ?? '').length > 255)
    .map(([, code]) => problem(code, ...at))
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)) wrong.push(problem('81604', ...at))
  if (website && !/^(https?:\/\/)?[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/i.test(website)) {
    wrong.push(problem('81616', ...at))
  }
  return [
    ...wrong,
    ...phoneProblems(request.international_phone, [...at, 'international_phone']),
    ...customFieldProblems(request, at),
    ...idProblems(request.id, at),
  ]
}

function phoneProblems(phone: InternationalPhone | null | undefined, at: string[]): Problem[] {
  if (!phone) return []
  return [
    ...(isCountryCode(phone.country_code) ? [] : [problem('91625', ...at)]),
    ...(isNationalNumber(phone.national_number) ? [] : [problem('91626', ...at)]),
  ]
}

function customFieldProblems({ custom_fields: fields }: CustomerFields, at: string[]): Problem[] {
  const entries = Object.entries(fields ?? {})
  const isName = (name: string) => /^[a-z_]\w*$/i.test(name)
  return [
    ...(entries.every(([name]) => isName(name)) ? [] : [problem('91602', ...at)]),
    ...(entries.every(([, value]) => (value ?? '').length <= 255) ? [] : [problem('81603', ...at)]),
  ]
}

function idProblems(id: string | undefined, at: string[]): Problem[] {
  if (id === undefined) return []
  return [
    ...(/^[\w-]+$/.test(id) ? [] : [problem('91610', ...at)]),
    ...(['all', 'new'].includes(id) ? [problem('91611', ...at)] : []),
    ...(id.length > 36 ? [problem('91612', ...at)] : []),
  ]
}

/** Absent fields stay undefined. */
export function customerColumns(request: CustomerFields) {
  return {
    firstName: request.first_name,
    lastName: request.last_name,
    company: request.company,
    email: request.email,
    phone: request.phone,
    fax: request.fax,
    website: request.website,
    internationalPhone: request.international_phone ?? undefined,
  }
}

/** Empty values delete a field. */
export function customFieldsAfter(request: CustomerFields, before: Record<string, string> = {}) {
  const all = Object.entries({ ...before, ...request.custom_fields })
  return Object.fromEntries(all.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
