import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** How often a thing was tried in a window of time: rate limits that hold over any number of processes. */
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

/** Secrets that the site makes for itself at the first start, such as the key of the bot check. */
export const secrets = pgTable('secrets', { name: text().primaryKey(), value: text().notNull() })
