import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const stampNames = ['backup', 'trial', 'restore', 'standstill', 'list'] as const

/**
 * `backup`: the newest one's data, note: copied off-site; `trial`: a test restore; `restore`: a real one, note: the
 * backup's date; `standstill`: no mails or refunds since; `list`: what may have been sent was shown.
 */
export const stamps = pgTable(
  'marks',
  {
    name: text({ enum: stampNames }).primaryKey(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    note: text(),
  },
  (row) => [
    check('marks_name_check', sql`${row.name} in ('backup', 'trial', 'restore', 'standstill', 'list')`),
  ],
)

/** From the mail of its begin to the mail of its end. */
export const alarms = pgTable('alarms', {
  kind: text().primaryKey(),
  begunAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  seenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  says: text().notNull(),
})

export const heartbeats = pgTable('heartbeats', { minute: timestamp({ withTimezone: true }).primaryKey() })

export const processes = pgTable('processes', {
  id: uuid().primaryKey(),
  host: text().notNull(),
  version: integer().notNull(),
  since: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  seenAt: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
})
