import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Gateway } from '../platform/gateway.ts'
import { mostIds, pageSize, searchConditions } from '../platform/search.ts'
import { transactions } from '../tables/transactions.ts'
import { transactionFields } from './search-fields.ts'
import { settleDue } from './settlement.ts'
import type { Transaction } from './transactions.ts'

/** The ids that match, newest first (first step of a search). */
export async function searchTransactionIds(gateway: Gateway, request: unknown): Promise<string[]> {
  await settleDue(gateway, gateway.merchant.id)
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
  await settleDue(gateway, gateway.merchant.id)
  return gateway.db
    .select()
    .from(transactions)
    .where(matching(gateway, request))
    .orderBy(desc(transactions.number))
    .limit(pageSize)
}

function matching(gateway: Gateway, request: unknown): SQL | undefined {
  const criteria = searchConditions(request, transactionFields(gateway), 'Transactions')
  return and(eq(transactions.merchantId, gateway.merchant.id), ...criteria)
}
