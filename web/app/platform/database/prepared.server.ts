import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/**
 * A query that nearly every request asks: its text is worked out once for each connection that has transactions, and once
 * for all others, and not each time. Where its text follows from something, such as how many rows it writes, once for each
 * such `shape`. PostgreSQL itself keeps nothing of it (`prepare('')`), so that connections may be anybody's.
 */
export function prepared<Query, Shape = void>(
  prepare: (db: Db, shape: Shape) => Query,
): (db: Db, shape: Shape) => Query {
  const known = new WeakMap<object, Map<Shape, Query>>()
  return (db, shape) => {
    const { session } = db._
    const ofSession = known.get(session) ?? new Map<Shape, Query>()
    known.set(session, ofSession)
    const query = ofSession.get(shape) ?? prepare(db, shape)
    ofSession.set(shape, query)
    return query
  }
}

/** In a prepared query: the column is one of a list that is given under this name, however many these are. */
export const isOneOf = (column: AnyColumn, name: string): SQL =>
  sql`${column} = any(${sql.placeholder(name)})`

/**
 * Placeholders for values that a column is one of: PostgreSQL plans better for some values than for a list of any length.
 * There are as many as the next power of two, so that few queries serve any number.
 */
export const placeholders = (name: string, size: number) =>
  Array.from({ length: size }, (_, at) => sql.placeholder(`${name} ${at}`))
export const sizeFor = ({ length }: unknown[]) => (length === 0 ? 0 : 2 ** Math.ceil(Math.log2(length)))

/** What they stand for: the values, and the last of them again for those that are left. */
export const valuesFor = (name: string, values: unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    Array.from({ length: sizeFor(values) }, (_, at) => [`${name} ${at}`, values[at] ?? values.at(-1)]),
  )
