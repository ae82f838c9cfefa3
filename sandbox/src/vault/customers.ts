import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Problem, problem } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { optionalText } from '../platform/requests.ts'
import { customers } from '../tables.ts'

export type Customer = typeof customers.$inferSelect

/** A customer as the server API sends it. */
export const CustomerFields = z.object({
  id: optionalText,
  first_name: optionalText,
  last_name: optionalText,
  company: optionalText,
  email: optionalText,
  phone: optionalText,
  fax: optionalText,
  website: optionalText,
})
export type CustomerFields = z.infer<typeof CustomerFields>

export async function customerById(gateway: Gateway, id: string): Promise<Customer | undefined> {
  const [row] = await gateway.db.select().from(customers).where(isCustomer(gateway, id))
  return row
}

export function isCustomer(gateway: Gateway, id: string) {
  return and(eq(customers.merchantId, gateway.merchant.id), eq(customers.id, id))
}

/** The members that a customer shows everywhere, in a transaction too. */
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
  }
}

/** What is wrong with the fields, standing at `at`. */
export function customerProblems(request: CustomerFields, at: string[]): Problem[] {
  const wrong: Problem[] = []
  if (request.email && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(request.email)) wrong.push(problem('81604', ...at))
  if (request.id === undefined) return wrong
  if (!/^[\w-]+$/.test(request.id)) wrong.push(problem('91610', ...at))
  if (['all', 'new'].includes(request.id)) wrong.push(problem('91611', ...at))
  if (request.id.length > 36) wrong.push(problem('91612', ...at))
  return wrong
}

/** The fields as columns; what was not sent is left alone. */
export function customerColumns(request: CustomerFields) {
  return {
    firstName: request.first_name,
    lastName: request.last_name,
    company: request.company,
    email: request.email,
    phone: request.phone,
    fax: request.fax,
    website: request.website,
  }
}
