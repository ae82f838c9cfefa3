import { bigserial, index, pgTable, text } from 'drizzle-orm/pg-core'
import { created, instant } from '../platform/storage/columns.ts'

export const analyticsEvents = pgTable(
  'analytics_events',
  {
    merchantId: text().notNull(),
    number: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().notNull(),
    sessionId: text(),
    integration: text(),
    dropinVersion: text(),
    /** The browser's clock. */
    happenedAt: instant().notNull(),
    createdAt: created(),
  },
  (t) => [index('analytics_events_of_merchant').on(t.merchantId, t.number)],
)
