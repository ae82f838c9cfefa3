import { and, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { Gateway } from '../platform/gateway.ts'
import { parseAmount } from '../platform/money.ts'
import { BadRequest, flag, understand } from '../platform/requests.ts'
import {
  type Criterion,
  listCriterion,
  mostIds,
  pageSize,
  rangeCriterion,
  readInstant,
  searchConditions,
  textCriterion,
} from '../platform/search.ts'
import { transactions } from '../tables.ts'
import { settleDue } from './settlement.ts'
import type { Transaction } from './transactions.ts'

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

function matching(gateway: Gateway, request: unknown): SQL | undefined {
  const criteria = searchConditions(request, transactionFields, 'Transactions')
  return and(eq(transactions.merchantId, gateway.merchant.id), ...criteria)
}

function readCents(given: string): number {
  const cents = parseAmount(given)
  if (cents === undefined || cents < 0) throw new BadRequest(`${given} is no amount.`)
  return Math.min(cents, 2_147_483_647)
}
