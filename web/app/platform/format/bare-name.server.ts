import { type SQLWrapper, sql } from 'drizzle-orm'

/** An earlier version without actors wrote the bare user name of the command. */
export const isBareName = (column: SQLWrapper) => sql`${column} <> 'site' and position(':' in ${column}) = 0`
