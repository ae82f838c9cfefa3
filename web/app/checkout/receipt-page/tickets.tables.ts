import { sql } from 'drizzle-orm'
import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#people/people.tables.ts'

/** Who stands in line for the checkout, while more families check out than the site does at once. */
export const tickets = pgTable('tickets', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  cameAt: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  /** Until when the next sign of life is waited for; who gives none by then holds up nobody. */
  awaitedUntil: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  /** Since when the cart of this family is at work. */
  admittedAt: timestamp({ withTimezone: true }),
})
