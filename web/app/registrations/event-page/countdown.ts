const minuteMs = 60_000

/** "2 days 3 hours", "1 hour 5 minutes", "59 seconds" */
export function untilWords(ms: number): string {
  if (ms <= minuteMs) return amount(Math.max(0, Math.ceil(ms / 1000)), 'second')
  const minutes = Math.ceil(ms / minuteMs)
  const days = Math.floor(minutes / 1440)
  const parts = [
    [days, 'day'],
    [Math.floor((minutes % 1440) / 60), 'hour'],
    [days > 0 ? 0 : minutes % 60, 'minute'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => amount(count, unit))
    .join(' ')
}

const amount = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** How long the words stay right: a minute, and in the last one a second. */
export function stayRight(ms: number): number {
  const unitMs = ms <= minuteMs ? 1000 : minuteMs
  return ms % unitMs || unitMs
}

/** What a screen reader is told, an hour, ten minutes and a minute before. */
export function toldAt(ms: number): string {
  const minutes = Math.ceil(ms / minuteMs)
  return [60, 10, 1].includes(minutes) ? `Registration opens in ${amount(minutes, 'minute')}.` : ''
}

/** By how much the clock of a phone is wrong, where that is more than a page may be old. */
export function wrongBy(here: number, there: number): number {
  return Math.abs(there - here) > 5 * minuteMs ? there - here : 0
}
