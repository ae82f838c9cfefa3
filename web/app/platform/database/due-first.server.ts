import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Due and not locked, for the update that leases them. `array(…)` makes PostgreSQL choose the rows once. */
export const areDueFirst = (id: AnyPgColumn, due: AnyPgColumn, most: number): SQL =>
  sql`${id} = any(array(select ${id} from ${id.table} where ${due} <= now()
    order by ${due} limit ${most} for update skip locked))`
