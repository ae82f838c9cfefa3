import type pg from 'pg'

/** Each plan takes some kilobytes of its connection, for as long as that lives. */
const mostPlans = 200
/** Bounds the texts counted in a minute; most are never seen again. */
const mostTexts = 2000
/** Uses in one minute, so that a few visitors or a job take no room from a crowd. */
const often = 20
const minuteMs = 60_000

/** Replanned after so many times as many uses: the tables have grown since. */
const replanFactor = 4

const uses = new Map<string, number>()
let countedSince = 0
type NamedStatement = { number: number; uses: number; plan: number; plannedAt: number }
const namedStatements = new Map<string, NamedStatement>()

type Query = { text: string; name?: string } | string

/**
 * Frequent statements become named prepared statements, planned once per connection. Not behind a pooler in transaction
 * mode (docs/decisions/0012-many-machines.md).
 */
export function nameStatements(connected: pg.PoolClient): void {
  const { query } = connected
  const keeping = (asked: Query, values?: unknown, ...rest: unknown[]) => {
    const isNameable = typeof asked === 'object' && Array.isArray(values) && values.length > 0
    const name = isNameable ? findName(asked.text) : undefined
    return Reflect.apply(query, connected, [isNameable && name ? { ...asked, name } : asked, values, ...rest])
  }
  Object.assign(connected, { query: keeping })
}

function findName(text: string): string | undefined {
  const known = namedStatements.get(text)
  if (known) return nextName(known)
  if (namedStatements.size === mostPlans) return undefined
  if (performance.now() - countedSince > minuteMs) {
    uses.clear()
    countedSince = performance.now()
  }
  const count = (uses.get(text) ?? 0) + 1
  if (count > 1 || uses.size < mostTexts) uses.set(text, count)
  if (count < often) return undefined
  const made = { number: namedStatements.size, uses: 0, plan: 0, plannedAt: often }
  namedStatements.set(text, made)
  return nextName(made)
}

function nextName(statement: NamedStatement) {
  statement.uses += 1
  if (statement.uses > replanFactor * statement.plannedAt)
    Object.assign(statement, { plan: statement.plan + 1, plannedAt: statement.uses })
  return `kept_${statement.number}_${statement.plan}`
}
