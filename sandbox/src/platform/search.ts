import { and, type Column, eq, exists, gte, ilike, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Gateway } from './gateway.ts'
import { BadRequest, text, understand } from './requests.ts'

/** Turns one criterion of a search request into a condition. */
export type Criterion = (given: unknown) => SQL | undefined

/** Records with some row of another table that is theirs, and of which the criterion is true. */
export function someRow(
  { db }: Gateway,
  table: PgTable,
  isTheirs: SQL | undefined,
  criterion: Criterion,
): Criterion {
  return (given) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(isTheirs, criterion(given))),
    )
}

const SearchRequest = z.object({ search: z.record(z.string(), z.unknown()).nullish() })

/** The conditions of a search request; every field of it must be among `fields`, else BadRequest. */
export function searchConditions(
  request: unknown,
  fields: Record<string, Criterion>,
  what: string,
): (SQL | undefined)[] {
  return Object.entries(understand(SearchRequest, request).search ?? {}).map(([field, given]) => {
    const criterion = fields[field]
    if (!criterion) throw new BadRequest(`${what} cannot be searched by ${field}.`)
    return criterion(given)
  })
}

const TextCriterion = z.strictObject({
  is: text.optional(),
  is_not: text.optional(),
  starts_with: text.optional(),
  ends_with: text.optional(),
  contains: text.optional(),
})

/** {is, is_not, starts_with, ends_with, contains}: the last three whatever the case. */
export function textCriterion(field: Column | SQL): Criterion {
  return (given) => {
    const wanted = understand(TextCriterion, given)
    return and(
      wanted.is === undefined ? undefined : sql`${field} = ${wanted.is}`,
      wanted.is_not === undefined ? undefined : sql`${field} <> ${wanted.is_not}`,
      wanted.starts_with === undefined ? undefined : ilike(field, `${literal(wanted.starts_with)}%`),
      wanted.ends_with === undefined ? undefined : ilike(field, `%${literal(wanted.ends_with)}`),
      wanted.contains === undefined ? undefined : ilike(field, `%${literal(wanted.contains)}%`),
    )
  }
}

/** Any of these values. */
export function listCriterion(field: Column | SQL): Criterion {
  return (given) => {
    const wanted = understand(z.array(text), given)
    return wanted.length ? sql`${field} in ${wanted}` : sql`false`
  }
}

/** {is, min, max}, both ends within. */
export function rangeCriterion<Value>(field: AnyPgColumn, read: (given: string) => Value): Criterion {
  const Range = z.strictObject({ is: text.optional(), min: text.optional(), max: text.optional() })
  return (given) => {
    const { is, min, max } = understand(Range, given)
    return and(
      is === undefined ? undefined : eq(field, read(is)),
      min === undefined ? undefined : gte(field, read(min)),
      max === undefined ? undefined : lte(field, read(max)),
    )
  }
}

export function readInstant(given: string): Date {
  const instant = new Date(given)
  const year = instant.getUTCFullYear()
  // The database prints and reads other years otherwise.
  if (!(year >= 1 && year <= 9999)) throw new BadRequest(`${given} is no time.`)
  return instant
}

/** % and _ mean themselves. */
function literal(given: string): string {
  return given.replace(/[\\%_]/g, '\\$&')
}
