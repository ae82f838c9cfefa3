import { and, desc, eq } from 'drizzle-orm'
import type { Gateway } from '../platform/gateway.ts'
import { searchConditions } from '../platform/search/search.ts'
import type { Search } from '../platform/search/two-step-search.ts'
import { settleDue } from '../transactions/settlement.ts'
import { transactionAnswers } from '../transactions/transaction-answer.ts'
import { transactions } from '../transactions/transactions.tables.ts'
import type { Transaction } from '../transactions/transactions.ts'
import { transactionFields } from './search-fields.ts'

export function transactionSearch(gateway: Gateway): Search<Transaction> {
  const isOurs = eq(transactions.merchantId, gateway.merchant.id)
  return {
    path: '/transactions/advanced_search',
    root: 'credit-card-transactions',
    record: 'transaction',
    table: transactions,
    id: transactions.id,
    order: desc(transactions.number),
    where: async (c) => {
      await settleDue(gateway, gateway.merchant.id)
      return and(isOurs, ...searchConditions(c.var.body, transactionFields(gateway), 'Transactions'))
    },
    find: ({ where, order, most }) =>
      gateway.db.select().from(transactions).where(where).orderBy(order).limit(most),
    answers: (rows) => transactionAnswers(gateway, rows),
  }
}
