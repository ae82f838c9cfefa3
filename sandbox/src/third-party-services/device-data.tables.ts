import { bigserial, pgTable, text } from 'drizzle-orm/pg-core'
import { created } from '../platform/storage/columns.ts'

/** Reported to fraud services without the merchant's name. */
export const deviceSessions = pgTable('device_sessions', {
  number: bigserial({ mode: 'number' }).primaryKey(),
  /** The `correlation_id`, or the `device_session_id`, of device data. */
  id: text().notNull(),
  collector: text().$type<'fraudnet' | 'kount'>().notNull(),
  /** Kount's merchant number, or the source of PayPal's script. */
  source: text().notNull(),
  site: text(),
  createdAt: created(),
})
