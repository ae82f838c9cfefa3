import { type SQLWrapper, sql } from 'drizzle-orm'

/** Of a column in a query: a version that knew no actors wrote it, with the bare name of who used a command. */
export const isBareName = (column: SQLWrapper) => sql`${column} <> 'site' and position(':' in ${column}) = 0`
