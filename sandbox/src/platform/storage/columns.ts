import { type Column, gt, sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
/** Whole seconds, as the gateway prints them, so that a search for the printed value finds the row. */
export const created = () => instant().notNull().default(sql`date_trunc('second', now())`)

/** Nonces, and approvals that lead to one, live for a day. */
export function isFresh(createdAt: Column) {
  return gt(createdAt, sql`now() - interval '1 day'`)
}
