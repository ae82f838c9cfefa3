import { count, desc, eq, min, sql } from 'drizzle-orm'
import type { Gateway } from '../../platform/gateway.ts'
import { readDisputesBySale } from '../../transactions/disputes.ts'
import { settleDue } from '../../transactions/settlement.ts'
import { transactions } from '../../transactions/transactions.tables.ts'
import { customers, paymentMethods } from '../../vault/vault.tables.ts'
import { webhooks } from '../../webhook-outbox/webhooks.tables.ts'
import { listWebhooks } from '../../webhook-outbox/webhooks.ts'
import { type PerList, pageLength, pageOffset, pagesWithin } from './paging.ts'

export type Records = Awaited<ReturnType<typeof readRecords>>

export async function readRecords(gateway: Gateway, requestedPages: PerList) {
  const { db, merchant } = gateway
  await settleDue(gateway, merchant.id)
  const sums = await readSums(gateway)
  const counts = {
    transactions: sums.transactions,
    customers: await db.$count(customers, eq(customers.merchantId, merchant.id)),
    webhooks: await db.$count(webhooks, eq(webhooks.merchantId, merchant.id)),
  }
  const pages = pagesWithin(requestedPages, counts)
  const shown = await db
    .select()
    .from(transactions)
    .where(eq(transactions.merchantId, merchant.id))
    .orderBy(desc(transactions.number))
    .limit(pageLength)
    .offset(pageOffset(pages.transactions))
  return {
    sums,
    counts,
    pages,
    transactions: shown,
    disputes: await readDisputesBySale(
      gateway,
      shown.map(({ id }) => id),
    ),
    customers: await readCustomers(gateway, pages.customers),
    webhooks: await listWebhooks(gateway, pageLength, pageOffset(pages.webhooks)),
  }
}

async function readSums({ db, merchant }: Gateway) {
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
    .where(eq(transactions.merchantId, merchant.id))
  return sums ?? { transactions: 0, waiting: 0, settled: 0, nextSettlement: null }
}

function readCustomers({ db, merchant }: Gateway, page: number) {
  const methods = sql<number>`(select count(*)::int from ${paymentMethods}
    where ${paymentMethods.merchantId} = ${merchant.id} and ${paymentMethods.customerId} = ${customers.id})`
  return db
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
    .where(eq(customers.merchantId, merchant.id))
    .orderBy(desc(customers.number))
    .limit(pageLength)
    .offset(pageOffset(page))
}
