import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const tries = pgTable(
  'tries',
  {
    key: text().notNull(),
    windowStart: timestamp({ withTimezone: true }).notNull(),
    count: integer().notNull().default(1),
  },
  (row) => [
    primaryKey({ name: 'tries_pkey', columns: [row.key, row.windowStart] }),
    index('tries_window_idx').on(row.windowStart),
  ],
)

export const secrets = pgTable('secrets', { name: text().primaryKey(), value: text().notNull() })
