/** Counters since the process started, by kind and label; never by person. */
const counted = new Map<string, Map<string, number>>()

export function measure(kind: 'checkouts' | 'refused', what: string): void {
  const kinds = counted.get(kind) ?? new Map<string, number>()
  counted.set(kind, kinds.set(what, (kinds.get(what) ?? 0) + 1))
}

export const measured = (kind: 'checkouts' | 'refused'): [what: string, times: number][] => [
  ...(counted.get(kind) ?? []),
]
