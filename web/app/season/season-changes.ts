import { price } from '#platform/money.ts'

/** What an import does to one thing. `kept`: gone from the file, but somebody is registered. */
export type Change = {
  did: 'added' | 'changed' | 'removed' | 'kept' | 'unchanged'
  what: string
  how?: string | undefined
  sessionId?: number | undefined
}

/** "price $165 → $170": the fields of `row` that `values` changes; undefined when it changes none. What is undefined stays. */
export function differences(
  row: Record<string, unknown>,
  values: Record<string, unknown>,
): string | undefined {
  const changed = Object.keys(values).filter(
    (name) => values[name] !== undefined && stable(row[name]) !== stable(values[name]),
  )
  return changed.map((name) => difference(name, row[name], values[name])).join(', ') || undefined
}

function difference(name: string, before: unknown, after: unknown): string {
  const [old, now] = [brief(name, before), brief(name, after)]
  return old.length + now.length > 80 ? named(name) : `${named(name)} ${old} → ${now}`
}

const names: Record<string, string> = {
  priceCents: 'price',
  priceDescription: 'price note',
  formats: 'format',
  startsOn: 'starts',
  endsOn: 'ends',
  isActive: 'active',
  img: 'picture',
  addressLines: 'address',
  timeZone: 'time zone',
  walletHandle: 'wallet',
  opensAt: 'opens',
  closedWords: 'closed',
}
/** A field by the word of the season file. */
export const named = (name: string) => names[name] ?? name

export function brief(name: string, value: unknown): string {
  if (name === 'priceCents') return price(Number(value))
  if (value === null || value === undefined) return 'none'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
}

/** The database gives the names of an object back in another order. */
export function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable)}]`
  if (typeof value !== 'object' || value === null || value instanceof Date) return JSON.stringify(value) ?? ''
  return `{${Object.entries(value)
    .sort()
    .map(([name, part]) => `${name}:${stable(part)}`)}}`
}
