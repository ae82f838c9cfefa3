import { bigserial, pgTable, text } from 'drizzle-orm/pg-core'
import { created } from '../platform/columns.ts'

/** Sessions of browsers that told those who watch for fraud of themselves. They do not say for which merchant. */
export const deviceSessions = pgTable('device_sessions', {
  number: bigserial({ mode: 'number' }).primaryKey(),
  /** The `correlation_id`, or the `device_session_id`, of device data. */
  id: text().notNull(),
  collector: text().$type<'fraudnet' | 'kount'>().notNull(),
  /** What the page told of its merchant: Kount's number, or the source of PayPal's script. */
  source: text().notNull(),
  /** The site on which it happened. */
  site: text(),
  createdAt: created(),
})
