import { bigserial, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { created } from '../platform/storage/columns.ts'

export type DisputeStatus = 'open' | 'accepted' | 'disputed' | 'won' | 'lost'
export type DisputeEvent = { status: DisputeStatus; timestamp: string }
export type Evidence = {
  id: string
  comment: string
  category: string | null
  sequenceNumber: string | null
  createdAt: string
}

export const disputes = pgTable(
  'disputes',
  {
    merchantId: text().notNull(),
    id: text().notNull(),
    number: bigserial({ mode: 'number' }).notNull(),
    transactionId: text().notNull(),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    merchantAccountId: text().notNull(),
    status: text().$type<DisputeStatus>().notNull(),
    /** Days, e.g. 2026-05-31. */
    receivedOn: text().notNull(),
    replyBy: text().notNull(),
    evidence: jsonb().$type<Evidence[]>().notNull().default([]),
    history: jsonb().$type<DisputeEvent[]>().notNull(),
    createdAt: created(),
    updatedAt: created(),
  },
  (t) => [
    primaryKey({ name: 'disputes_pk', columns: [t.merchantId, t.id] }),
    index('disputes_of_transaction').on(t.merchantId, t.transactionId),
  ],
)
