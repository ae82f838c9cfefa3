import { bigserial, index, pgTable, text } from 'drizzle-orm/pg-core'
import { created, instant } from '../platform/columns.ts'

/** What browsers tell of themselves; the newest of each merchant are kept. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    merchantId: text().notNull(),
    number: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().notNull(),
    sessionId: text(),
    integration: text(),
    dropinVersion: text(),
    /** By the browser's clock. */
    happenedAt: instant().notNull(),
    createdAt: created(),
  },
  (t) => [index('analytics_events_of_merchant').on(t.merchantId, t.number)],
)
