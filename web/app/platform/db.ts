import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** One handle for PGlite, PostgreSQL and the transactions of both. */
export type Db = PgDatabase<PgQueryResultHKT>
