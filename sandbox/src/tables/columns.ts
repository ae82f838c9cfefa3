import { sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
/** Whole seconds, as the gateway prints them, so that a search for the printed value finds the row. */
export const created = () => instant().notNull().default(sql`date_trunc('second', now())`)
