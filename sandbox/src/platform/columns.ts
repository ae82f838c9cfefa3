import { type Column, gt, sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
/** Whole seconds, as the gateway prints them, so that a search for the printed value finds the row. */
export const created = () => instant().notNull().default(sql`date_trunc('second', now())`)

/** Whether something was made less than a day ago: for so long a nonce, and what leads to one, can be used. */
export function isFresh(createdAt: Column) {
  return gt(createdAt, sql`now() - interval '1 day'`)
}
