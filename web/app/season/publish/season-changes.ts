import { centsOf, price } from '#platform/format/money.ts'
import type { ChangedLine } from './season-diff.server.ts'

/** What an import does to one thing. `kept`: gone from the file, but somebody is registered. */
export type Change = {
  did: 'added' | 'changed' | 'removed' | 'kept' | 'unchanged'
  what: string
  how?: string | undefined
}

/** "price $165 → $170", or the names alone of what is long; undefined where nothing changes. */
export const howOf = (lines: ChangedLine[]): string | undefined =>
  lines.map(difference).join(', ') || undefined

function difference({ name, ...line }: ChangedLine): string {
  const [before, after] = [fileWords(name, line.before), fileWords(name, line.after)]
  return before.length + after.length > 80 ? name : `${name} ${before} → ${after}`
}

/** What a line says, in the words of the season file. */
export function fileWords(name: string, value: unknown): string {
  if (name === 'price') return price(centsOf(String(value)) ?? 0)
  if (name === 'active') return String(value !== false)
  if (value === undefined) return 'none'
  if (name === '') return 'there'
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
}
