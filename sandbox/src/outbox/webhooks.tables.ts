import { sql } from 'drizzle-orm'
import { bigserial, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { created, instant } from '../platform/columns.ts'

/** One notification for a merchant's address: written with what it tells of, delivered later. */
export const webhooks = pgTable(
  'webhooks',
  {
    merchantId: text().notNull(),
    number: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().notNull(),
    subject: text().$type<'transaction' | 'dispute' | 'check'>().notNull(),
    /** The id of the transaction or dispute; empty for a check. */
    subjectId: text().notNull(),
    url: text().notNull(),
    /** The document as it was first sent: each further try sends the same. */
    payload: text(),
    tries: integer().notNull().default(0),
    /** When it is tried next; while it is under way, when another process may take it; null when it is over. */
    dueAt: instant(),
    deliveredAt: instant(),
    /** What came of the last try, e.g. "200". */
    lastAnswer: text(),
    createdAt: created(),
  },
  (t) => [
    index('webhooks_due').on(t.dueAt).where(sql`due_at is not null`),
    index('webhooks_of_merchant').on(t.merchantId, t.number),
  ],
)
