import { sql } from 'drizzle-orm'
import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#people/people.tables.ts'

/** The line for the checkout, while more families check out than the site serves at once. */
export const tickets = pgTable('tickets', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  cameAt: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  /** A ticket that is not renewed by then blocks nobody. */
  awaitedUntil: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  admittedAt: timestamp({ withTimezone: true }),
})
