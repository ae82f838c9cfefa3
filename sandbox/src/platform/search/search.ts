import { and, type Column, eq, exists, gte, ilike, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Gateway } from '../gateway.ts'
import { BadRequest, parseRequest, text } from '../http/requests.ts'

export type Criterion = (terms: unknown) => SQL | undefined

/** An `exists` over another table's rows for which the criterion is true. */
export function someRow(
  { db }: Gateway,
  table: PgTable,
  isTheirs: SQL | undefined,
  criterion: Criterion,
): Criterion {
  return (terms) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(isTheirs, criterion(terms))),
    )
}

const SearchRequest = z.object({ search: z.record(z.string(), z.unknown()).nullish() })

/** Throws BadRequest for a field that is not among `fields`. */
export function searchConditions(
  request: unknown,
  fields: Record<string, Criterion>,
  what: string,
): (SQL | undefined)[] {
  return Object.entries(parseRequest(SearchRequest, request).search ?? {}).map(([field, terms]) => {
    const criterion = fields[field]
    if (!criterion) throw new BadRequest(`${what} cannot be searched by ${field}.`)
    return criterion(terms)
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
  return (terms) => {
    const {
      is,
      is_not: isNot,
      starts_with: start,
      ends_with: end,
      contains,
    } = parseRequest(TextCriterion, terms)
    return and(
      is === undefined ? undefined : sql`${field} = ${is}`,
      isNot === undefined ? undefined : sql`${field} <> ${isNot}`,
      start === undefined ? undefined : ilike(field, `${literal(start)}%`),
      end === undefined ? undefined : ilike(field, `%${literal(end)}`),
      contains === undefined ? undefined : ilike(field, `%${literal(contains)}%`),
    )
  }
}

/** Matches any of the values. */
export function listCriterion(field: Column | SQL): Criterion {
  return (terms) => {
    const values = parseRequest(z.array(text), terms)
    return values.length ? sql`${field} in ${values}` : sql`false`
  }
}

/** {is, min, max}, both ends within. */
export function rangeCriterion<Value>(field: SQLWrapper, read: (text: string) => Value): Criterion {
  const Range = z.strictObject({ is: text.optional(), min: text.optional(), max: text.optional() })
  return (terms) => {
    const { is, min, max } = parseRequest(Range, terms)
    return and(
      is === undefined ? undefined : eq(field, read(is)),
      min === undefined ? undefined : gte(field, read(min)),
      max === undefined ? undefined : lte(field, read(max)),
    )
  }
}

export function readInstant(time: string): Date {
  const instant = new Date(time)
  const year = instant.getUTCFullYear()
  // PostgreSQL prints and reads other years differently.
  if (!(year >= 1 && year <= 9999)) throw new BadRequest(`${time} is no time.`)
  return instant
}

/** Escapes % and _. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
