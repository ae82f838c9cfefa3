import { sql } from 'drizzle-orm'
import { bigserial, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { Means } from '../payment-instruments/means.ts'
import { created, instant } from '../platform/storage/columns.ts'

import type { StatusEvent, TransactionDetails } from './details.ts'

export const transactions = pgTable(
  'transactions',
  {
    merchantId: text().notNull(),
    id: text().notNull(),
    number: bigserial({ mode: 'number' }).notNull(),
    type: text().$type<'sale' | 'credit'>().notNull(),
    status: text().notNull(),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    merchantAccountId: text().notNull(),
    orderId: text(),
    customerId: text(),
    token: text(),
    refundedTransactionId: text(),
    authorizedTransactionId: text(),
    means: jsonb().$type<Means>().notNull(),
    details: jsonb().$type<TransactionDetails>().notNull(),
    gatewayRejectionReason: text(),
    responseCode: text(),
    responseText: text(),
    responseType: text(),
    additionalResponse: text(),
    cvvCode: text().notNull(),
    avsPostalCode: text().notNull(),
    avsStreetCode: text().notNull(),
    history: jsonb().$type<StatusEvent[]>().notNull(),
    authorizationCode: text(),
    settlementBatchId: text(),
    acquirerReferenceNumber: text(),
    /** Payout day, for example 2026-05-31. */
    disbursedOn: text(),
    /** Next settlement, expiry or payout. */
    dueAt: instant(),
    createdAt: created(),
    updatedAt: created(),
  },
  (t) => [
    primaryKey({ name: 'transactions_pk', columns: [t.merchantId, t.id] }),
    unique('transactions_number').on(t.number),
    index('transactions_of_order').on(t.merchantId, t.orderId),
    index('transactions_of_customer').on(t.merchantId, t.customerId),
    index('transactions_by_age').on(t.merchantId, t.createdAt),
    index('transactions_refunds').on(t.merchantId, t.refundedTransactionId),
    index('transactions_partial').on(t.merchantId, t.authorizedTransactionId),
    index('transactions_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
)
