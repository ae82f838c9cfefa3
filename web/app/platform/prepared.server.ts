import type { Db } from './db.ts'

/**
 * A query that nearly every request asks: its text is worked out once for each database and not each time. PostgreSQL
 * itself keeps nothing of it (`prepare('')`), so that connections may be anybody's.
 */
export function prepared<Query>(prepare: (db: Db) => Query): (db: Db) => Query {
  const known = new WeakMap<Db, Query>()
  return (db) => {
    const query = known.get(db) ?? prepare(db)
    known.set(db, query)
    return query
  }
}
