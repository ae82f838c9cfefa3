import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const markNames = ['backup', 'trial', 'restore', 'standstill', 'list'] as const

/**
 * Dates that the commands write themselves. `backup`: of what the newest backup holds, its note says that a copy left the
 * machine; `trial`: when one was brought back for a test; `restore`: when one was brought back, its note says of when;
 * `standstill`: mails and refunds stand still since then; `list`: the list of what may have gone out before was shown.
 */
export const marks = pgTable(
  'marks',
  {
    name: text({ enum: markNames }).primaryKey(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    note: text(),
  },
  (row) => [
    check('marks_name_check', sql`${row.name} in ('backup', 'trial', 'restore', 'standstill', 'list')`),
  ],
)

/** What is wrong now, from when it was told to when its end is told. */
export const alarms = pgTable('alarms', {
  kind: text().primaryKey(),
  begunAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** When it was last found to be so. */
  seenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  says: text().notNull(),
})

/** A minute in which the site ran and could write. */
export const heartbeats = pgTable('heartbeats', { minute: timestamp({ withTimezone: true }).primaryKey() })

/** A process of the site, or a command, that runs now. */
export const processes = pgTable('processes', {
  id: uuid().primaryKey(),
  host: text().notNull(),
  /** How many migrations it knows. */
  version: integer().notNull(),
  since: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  seenAt: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
})
