import { parseCents, price } from '#platform/format/money.ts'
import type { ChangedLine } from './season-diff.server.ts'

/** `kept`: gone from the file, but has registrations. */
export type Change = {
  did: 'added' | 'changed' | 'removed' | 'kept' | 'unchanged'
  what: string
  how?: string | undefined
}

/** "price $165 → $170"; long values only by name; undefined without changes. */
export const describeChanges = (lines: ChangedLine[]): string | undefined =>
  lines.map(difference).join(', ') || undefined

function difference({ name, ...line }: ChangedLine): string {
  const [before, after] = [formatValue(name, line.before), formatValue(name, line.after)]
  return before.length + after.length > 80 ? name : `${name} ${before} → ${after}`
}

/** In the season file's notation. */
export function formatValue(name: string, value: unknown): string {
  if (name === 'price') return price(parseCents(String(value)) ?? 0)
  if (name === 'active') return String(value !== false)
  if (value === undefined) return 'none'
  if (name === '') return 'there'
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
}
