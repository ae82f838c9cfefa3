import type pg from 'pg'

/** Each connection keeps some kilobytes for each plan, and for those before it, as long as it lives. */
const mostPlans = 200
/** Texts that are looked at in a minute; those that are never asked again are not worth more. */
const mostTexts = 2000
/** In one minute: what a few visitors or a job ask takes no room from what a crowd asks. */
const often = 20
const minuteMs = 60_000

/** What is asked so many times as often is planned anew: the tables that it reads have grown since. */
const more = 4

const uses = new Map<string, number>()
let countedSince = 0
type Kept = { number: number; uses: number; plan: number; plannedAt: number }
const kept = new Map<string, Kept>()

type Asked = { text: string; name?: string } | string

/**
 * Statements that are asked often get a name, by which PostgreSQL reads and plans them once for each connection. A name
 * is of a connection, so that nobody may hand this connection to others in between (docs/decisions/0012-many-machines.md).
 */
export function keepPlans(connected: pg.PoolClient): void {
  const { query } = connected
  const keeping = (asked: Asked, values?: unknown, ...rest: unknown[]) => {
    const mayBeKept = typeof asked === 'object' && Array.isArray(values) && values.length > 0
    const name = mayBeKept ? nameOf(asked.text) : undefined
    return Reflect.apply(query, connected, [mayBeKept && name ? { ...asked, name } : asked, values, ...rest])
  }
  Object.assign(connected, { query: keeping })
}

function nameOf(text: string): string | undefined {
  const known = kept.get(text)
  if (known) return nameOfUse(known)
  if (kept.size === mostPlans) return undefined
  if (performance.now() - countedSince > minuteMs) {
    uses.clear()
    countedSince = performance.now()
  }
  const count = (uses.get(text) ?? 0) + 1
  if (count > 1 || uses.size < mostTexts) uses.set(text, count)
  if (count < often) return undefined
  const made = { number: kept.size, uses: 0, plan: 0, plannedAt: often }
  kept.set(text, made)
  return nameOfUse(made)
}

function nameOfUse(of: Kept) {
  of.uses += 1
  if (of.uses > more * of.plannedAt) Object.assign(of, { plan: of.plan + 1, plannedAt: of.uses })
  return `kept_${of.number}_${of.plan}`
}
