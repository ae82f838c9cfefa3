import { sql } from 'drizzle-orm'
import { bigserial, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { created, instant } from '../platform/storage/columns.ts'

/** Outbox: written in the transaction of its subject, delivered later. */
export const webhooks = pgTable(
  'webhooks',
  {
    merchantId: text().notNull(),
    number: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().notNull(),
    subject: text().$type<'transaction' | 'dispute' | 'check'>().notNull(),
    /** Empty for a check. */
    subjectId: text().notNull(),
    url: text().notNull(),
    payload: text(),
    tries: integer().notNull().default(0),
    /** Next try; during one, the end of its lease; null at the end. */
    dueAt: instant(),
    deliveredAt: instant(),
    /** For example "200". */
    lastAnswer: text(),
    createdAt: created(),
  },
  (t) => [
    index('webhooks_due').on(t.dueAt).where(sql`due_at is not null`),
    index('webhooks_of_merchant').on(t.merchantId, t.number),
  ],
)
