import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Memoised per connection and `shape`, such as a number of rows. `prepare('')` leaves nothing on the server. */
export function prepared<Query, Shape = void>(
  prepare: (db: Db, shape: Shape) => Query,
): (db: Db, shape: Shape) => Query {
  const known = new WeakMap<object, Map<Shape, Query>>()
  return (db, shape) => {
    const { session } = db._
    const queries = known.get(session) ?? new Map<Shape, Query>()
    known.set(session, queries)
    const query = queries.get(shape) ?? prepare(db, shape)
    queries.set(shape, query)
    return query
  }
}

/** `column = any($name)`: one text for lists of any length. */
export const isOneOf = (column: AnyColumn, name: string): SQL =>
  sql`${column} = any(${sql.placeholder(name)})`

/** PostgreSQL plans `in (…)` better than `any`. Rounded up to a power of two, so few texts serve any length. */
export const placeholders = (name: string, size: number) =>
  Array.from({ length: size }, (_, at) => sql.placeholder(`${name} ${at}`))
export const sizeFor = ({ length }: unknown[]) => (length === 0 ? 0 : 2 ** Math.ceil(Math.log2(length)))

/** The values, padded with the last one. */
export const valuesFor = (name: string, values: unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    Array.from({ length: sizeFor(values) }, (_, at) => [`${name} ${at}`, values[at] ?? values.at(-1)]),
  )
