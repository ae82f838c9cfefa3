import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** One handle for PGlite, PostgreSQL and the transactions of both. */
export type Db = PgDatabase<PgQueryResultHKT>

/** Rows of a statement that no query builder knows; the drivers of both databases answer alike. */
export async function readRows<Row>(db: Db, statement: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(statement)) as unknown as { rows: Row[] }
  return rows
}
