import { and, eq, lte, sql } from 'drizzle-orm'
import type { Gateway } from '../platform/gateway.ts'
import { transactions } from '../tables.ts'
import { isTransaction } from './transactions.ts'

/**
 * Settles what is due by the database's clock: one transaction, or all. It runs before every look at
 * transactions, so that each API sees a settlement at the same moment and no timer is needed.
 */
export async function settleDue(gateway: Gateway, id?: string): Promise<void> {
  const isDue = and(
    eq(transactions.status, 'submitted_for_settlement'),
    lte(transactions.settlesAt, sql`now()`),
  )
  const which =
    id === undefined ? eq(transactions.merchantId, gateway.merchant.id) : isTransaction(gateway, id)
  const event = sql`jsonb_build_array(jsonb_build_object(
    'status', 'settled',
    'amount', to_char(${transactions.amountCents} / 100.0, 'FM99999999990.00'),
    'timestamp', to_char(${transactions.settlesAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`
  await gateway.db
    .update(transactions)
    .set({
      status: 'settled',
      history: sql`${transactions.history} || ${event}`,
      settlesAt: null,
      updatedAt: sql`now()`,
    })
    .where(and(which, isDue))
}
