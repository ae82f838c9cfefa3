import { count, desc, eq, min, sql } from 'drizzle-orm'
import type { Gateway } from '../../platform/gateway.ts'
import { transactions } from '../../tables/transactions.ts'
import { customers, paymentMethods } from '../../tables/vault.ts'
import { settleDue } from '../../transactions/settlement.ts'
import { listWebhooks } from '../../webhooks/webhooks.ts'

export type Records = Awaited<ReturnType<typeof readRecords>>
export const most = 20

/** The merchant's latest records, and how many there are. */
export async function readRecords(gateway: Gateway) {
  const { db, merchant } = gateway
  await settleDue(gateway, merchant.id)
  const isSold = eq(transactions.merchantId, merchant.id)
  const isCustomer = eq(customers.merchantId, merchant.id)
  const methods = sql<number>`(select count(*)::int from ${paymentMethods}
    where ${paymentMethods.merchantId} = ${merchant.id} and ${paymentMethods.customerId} = ${customers.id})`
  const isWaiting = sql`${transactions.status} = 'submitted_for_settlement'`
  const [sums] = await db
    .select({
      transactions: count(),
      waiting: sql<number>`(count(*) filter (where ${isWaiting}))::int`,
      settled: sql<number>`(count(*) filter (where ${transactions.status} = 'settled'))::int`,
      nextSettlement: min(sql`case when ${isWaiting} then ${transactions.dueAt} end`).mapWith(
        transactions.dueAt,
      ),
    })
    .from(transactions)
    .where(isSold)
  return {
    sums: sums ?? { transactions: 0, waiting: 0, settled: 0, nextSettlement: null },
    transactions: await db
      .select()
      .from(transactions)
      .where(isSold)
      .orderBy(desc(transactions.number))
      .limit(most),
    customerCount: await db.$count(customers, isCustomer),
    customers: await db
      .select({
        id: customers.id,
        firstName: customers.firstName,
        lastName: customers.lastName,
        company: customers.company,
        email: customers.email,
        createdAt: customers.createdAt,
        methods,
      })
      .from(customers)
      .where(isCustomer)
      .orderBy(desc(customers.number))
      .limit(most),
    webhooks: await listWebhooks(gateway, most),
  }
}
