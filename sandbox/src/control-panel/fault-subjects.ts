import { and, eq, inArray } from 'drizzle-orm'
import type { Call } from '../fault-injection/faults.ts'
import { customerIdFor, readCaller } from '../merchant-access/authorization.ts'
import type { Gateway } from '../platform/gateway.ts'
import { storable, storableText } from '../platform/http/requests.ts'
import { transactions } from '../transactions/transactions.tables.ts'
import { nonces, paymentMethods } from '../vault/vault.tables.ts'

/**
 * Values of a call's address and body, the browser's Origin and customer, and order, customer and token of every
 * record that the call names.
 */
export async function findSubjects(within: Gateway, call: Call): Promise<Set<string>> {
  const values = listValues(call)
  const caller = readCaller(
    within,
    values.find((value) => value.includes('.eyJ')),
  )
  const customer = caller && customerIdFor(caller)
  return new Set([...values, ...(customer ? [customer] : []), ...(await listRecordSubjects(within, values))])
}

function listValues({ request: { url, headers }, body }: Call): string[] {
  const { pathname, searchParams } = new URL(url)
  const bearer = headers.get('authorization')?.replace(/^Bearer /, '')
  const header = [bearer, headers.get('origin')].filter((value) => typeof value === 'string')
  const address = [...pathname.split('/').map(decoded), ...searchParams.values()]
  return [...address.map(storableText), ...header, ...listLeaves(parsed(body))]
}

async function listRecordSubjects({ db, merchant }: Gateway, names: string[]): Promise<string[]> {
  const sold = await db
    .select({ order: transactions.orderId, customer: transactions.customerId, token: transactions.token })
    .from(transactions)
    .where(and(eq(transactions.merchantId, merchant.id), inArray(transactions.id, names)))
  const stored = await db
    .select({ customer: paymentMethods.customerId })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.merchantId, merchant.id), inArray(paymentMethods.token, names)))
  const made = await db
    .select({ customer: nonces.customerId, token: nonces.token })
    .from(nonces)
    .where(and(eq(nonces.merchantId, merchant.id), inArray(nonces.id, names)))
  return [...sold, ...stored, ...made].flatMap((row) => Object.values(row)).filter((value) => value !== null)
}

function listLeaves(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listLeaves)
  return value === undefined || value === null ? [] : [String(value)]
}

function parsed(body: string): unknown {
  try {
    return storable(JSON.parse(body))
  } catch {
    // The call itself will refuse an invalid body.
    return undefined
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Invalid encodings are compared as they are.
    return segment
  }
}
