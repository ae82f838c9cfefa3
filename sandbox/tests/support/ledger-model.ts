// Model of a sale and its refunds, independent of the gateway.
export type Entry = { id: string; type: 'sale' | 'credit'; status: string; cents: number }
/** A sale, first, and its refunds. */
export type Family = Entry[]

export type Act =
  | { act: 'submit'; cents?: number }
  | { act: 'settle' }
  | { act: 'void' }
  | { act: 'refund'; cents?: number }
/** An act on one entry of a family, and what came of it. */
export type Done = { act: Act; on: string; outcome: 'refused' | { id: string; cents: number } }

/**
 * Every state in which the acts can have left the family, done in one order or another; none, where no order
 * explains them.
 */
export function statesAfter(family: Family, done: Done[]): Family[] {
  if (!done.length) return [family]
  return done.flatMap((next, place) => {
    const after = afterOne(family, next)
    return after ? statesAfter(after, done.toSpliced(place, 1)) : []
  })
}

/** The family after an act that came out as it had to; undefined where it had to come out otherwise. */
function afterOne(family: Family, { act, on, outcome }: Done): Family | undefined {
  const entry = family.find(({ id }) => id === on)
  const expected = entry && expectedEntry(family, entry, act)
  if (!expected) return outcome === 'refused' ? family : undefined
  if (outcome === 'refused' || outcome.cents !== expected.cents) return undefined
  if (act.act === 'refund') return [...family, { ...expected, id: outcome.id }]
  return family.map((one) => (one === entry ? expected : one))
}

/** The entry after an act, or a new one; undefined when the act must be refused. */
function expectedEntry(family: Family, entry: Entry, act: Act): Entry | undefined {
  const { status, cents } = entry
  switch (act.act) {
    case 'submit': {
      const requestedCents = act.cents ?? cents
      if (status !== 'authorized' || requestedCents > cents) return undefined
      return { ...entry, status: 'submitted_for_settlement', cents: requestedCents }
    }
    case 'settle':
      return status === 'submitted_for_settlement' ? { ...entry, status: 'settled' } : undefined
    case 'void':
      return ['authorized', 'submitted_for_settlement'].includes(status)
        ? { ...entry, status: 'voided' }
        : undefined
    case 'refund': {
      const remainingCents = cents - refunded(family)
      const requestedCents = act.cents ?? remainingCents
      if (
        entry.type === 'credit' ||
        status !== 'settled' ||
        remainingCents === 0 ||
        requestedCents > remainingCents
      )
        return undefined
      return { id: '', type: 'credit', status: 'submitted_for_settlement', cents: requestedCents }
    }
    default:
      return act satisfies never
  }
}

export function refunded(family: Family): number {
  const standing = family.filter(({ type, status }) => type === 'credit' && status !== 'voided')
  return standing.reduce((sum, { cents }) => sum + cents, 0)
}

/** The ledger: how much stands where, e.g. { 'sale settled': 1990 }. */
export function sumEntries(entries: Entry[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { type, status, cents } of entries) {
    const account = `${type} ${status}`
    sums[account] = (sums[account] ?? 0) + cents
  }
  return sums
}
