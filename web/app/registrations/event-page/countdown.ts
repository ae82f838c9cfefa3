const minuteMs = 60_000

/** "2 days 3 hours", "1 hour 5 minutes", "59 seconds" */
export function formatCountdown(ms: number): string {
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

/** Milliseconds until the text changes: a minute, in the last minute a second. */
export function untilNextTick(ms: number): number {
  const unitMs = ms <= minuteMs ? 1000 : minuteMs
  return ms % unitMs || unitMs
}

/** Announced to screen readers an hour, ten minutes and a minute before. */
export function announcementAt(ms: number): string {
  const minutes = Math.ceil(ms / minuteMs)
  return [60, 10, 1].includes(minutes) ? `Registration opens in ${amount(minutes, 'minute')}.` : ''
}

/** The skew of the phone's clock, ignored below the age that a cached page may have. */
export function clockSkew(here: number, there: number): number {
  return Math.abs(there - here) > 5 * minuteMs ? there - here : 0
}
