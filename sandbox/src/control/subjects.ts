import { and, eq, inArray } from 'drizzle-orm'
import { customerOf, readCaller } from '../callers/authorization.ts'
import type { Call } from '../faults/faults.ts'
import type { Gateway } from '../platform/gateway.ts'
import { storable, storableText } from '../platform/requests.ts'
import { transactions } from '../transactions/transactions.tables.ts'
import { nonces, paymentMethods } from '../vault/vault.tables.ts'

/**
 * What a call is about: every value in its address and body, the Origin and the customer of a browser that makes it,
 * and of the transactions, payment methods and nonces that it names the order, the customer and the token.
 */
export async function subjectsOf(within: Gateway, call: Call): Promise<Set<string>> {
  const values = valuesOf(call)
  const caller = readCaller(
    within,
    values.find((value) => value.includes('.eyJ')),
  )
  const customer = caller && customerOf(caller)
  return new Set([...values, ...(customer ? [customer] : []), ...(await recordsOf(within, values))])
}

function valuesOf({ request: { url, headers }, body }: Call): string[] {
  const { pathname, searchParams } = new URL(url)
  const bearer = headers.get('authorization')?.replace(/^Bearer /, '')
  const header = [bearer, headers.get('origin')].filter((value) => typeof value === 'string')
  const address = [...pathname.split('/').map(decoded), ...searchParams.values()]
  return [...address.map(storableText), ...header, ...leavesOf(parsed(body))]
}

/** The orders, customers and tokens of the records that stand under these names. */
async function recordsOf({ db, merchant }: Gateway, names: string[]): Promise<string[]> {
  const sold = await db
    .select({ order: transactions.orderId, customer: transactions.customerId, token: transactions.token })
    .from(transactions)
    .where(and(eq(transactions.merchantId, merchant.id), inArray(transactions.id, names)))
  const kept = await db
    .select({ customer: paymentMethods.customerId })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.merchantId, merchant.id), inArray(paymentMethods.token, names)))
  const made = await db
    .select({ customer: nonces.customerId, token: nonces.token })
    .from(nonces)
    .where(and(eq(nonces.merchantId, merchant.id), inArray(nonces.id, names)))
  return [...sold, ...kept, ...made].flatMap((row) => Object.values(row)).filter((value) => value !== null)
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf)
  return value === undefined || value === null ? [] : [String(value)]
}

function parsed(body: string): unknown {
  try {
    return storable(JSON.parse(body))
  } catch {
    // What cannot be read is about nothing; the call itself will say so.
    return undefined
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // A segment that is no encoded text is compared as it came.
    return segment
  }
}
