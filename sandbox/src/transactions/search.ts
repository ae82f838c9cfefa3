import { and, desc, eq, gte, ilike, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Gateway } from '../platform/gateway.ts'
import { parseAmount } from '../platform/money.ts'
import { BadRequest, flag, text, understand } from '../platform/requests.ts'
import { transactions } from '../tables.ts'
import { settleDue } from './settlement.ts'
import type { Transaction } from './transactions.ts'

export const pageSize = 50
const mostIds = 20_000

/** Turns one criterion of a request into a condition. */
type Criterion = (given: unknown) => SQL | undefined

const column = transactions
/** What transactions can be searched by: every field of a request must be named here. */
const transactionFields: Record<string, Criterion> = {
  id: textCriterion(column.id),
  order_id: textCriterion(column.orderId),
  customer_id: textCriterion(column.customerId),
  payment_method_token: textCriterion(column.token),
  ids: listCriterion(column.id),
  status: listCriterion(column.status),
  type: listCriterion(column.type),
  merchant_account_id: listCriterion(column.merchantAccountId),
  amount: rangeCriterion(column.amountCents, readCents),
  created_at: rangeCriterion(column.createdAt, readInstant),
  refund: (given) =>
    understand(flag, given) ? isNotNull(column.refundedTransactionId) : isNull(column.refundedTransactionId),
}

/** The ids that match, newest first (first step of a search). */
export async function searchTransactionIds(gateway: Gateway, request: unknown): Promise<string[]> {
  await settleDue(gateway)
  const rows = await gateway.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(matching(gateway, request))
    .orderBy(desc(transactions.number))
    .limit(mostIds)
  return rows.map((row) => row.id)
}

/** One page of them (second step of a search). */
export async function searchTransactions(gateway: Gateway, request: unknown): Promise<Transaction[]> {
  await settleDue(gateway)
  return gateway.db
    .select()
    .from(transactions)
    .where(matching(gateway, request))
    .orderBy(desc(transactions.number))
    .limit(pageSize)
}

const SearchRequest = z.object({ search: z.record(z.string(), z.unknown()).nullish() })

function matching(gateway: Gateway, request: unknown): SQL | undefined {
  const criteria = Object.entries(understand(SearchRequest, request).search ?? {}).map(([field, given]) => {
    const criterion = transactionFields[field]
    if (!criterion) throw new BadRequest(`Transactions cannot be searched by ${field}.`)
    return criterion(given)
  })
  return and(eq(transactions.merchantId, gateway.merchant.id), ...criteria)
}

const TextCriterion = z.strictObject({
  is: text.optional(),
  is_not: text.optional(),
  starts_with: text.optional(),
  ends_with: text.optional(),
  contains: text.optional(),
})

function textCriterion(field: AnyPgColumn): Criterion {
  return (given) => {
    const wanted = understand(TextCriterion, given)
    return and(
      wanted.is === undefined ? undefined : eq(field, wanted.is),
      wanted.is_not === undefined ? undefined : ne(field, wanted.is_not),
      wanted.starts_with === undefined ? undefined : ilike(field, `${literal(wanted.starts_with)}%`),
      wanted.ends_with === undefined ? undefined : ilike(field, `%${literal(wanted.ends_with)}`),
      wanted.contains === undefined ? undefined : ilike(field, `%${literal(wanted.contains)}%`),
    )
  }
}

function listCriterion(field: AnyPgColumn): Criterion {
  return (given) => {
    const wanted = understand(z.array(text), given)
    return wanted.length ? inArray(field, wanted) : sql`false`
  }
}

function rangeCriterion<Value>(field: AnyPgColumn, read: (given: string) => Value): Criterion {
  const Range = z.strictObject({ is: text.optional(), min: text.optional(), max: text.optional() })
  return (given) => {
    const { is, min, max } = understand(Range, given)
    return and(
      is === undefined ? undefined : eq(field, read(is)),
      min === undefined ? undefined : gte(field, read(min)),
      max === undefined ? undefined : lte(field, read(max)),
    )
  }
}

function readCents(given: string): number {
  const cents = parseAmount(given)
  if (cents === undefined || cents < 0) throw new BadRequest(`${given} is no amount.`)
  return Math.min(cents, 2_147_483_647)
}

function readInstant(given: string): Date {
  const instant = new Date(given)
  if (Number.isNaN(instant.getTime())) throw new BadRequest(`${given} is no time.`)
  return instant
}

/** % and _ mean themselves. */
function literal(given: string): string {
  return given.replace(/[\\%_]/g, '\\$&')
}
