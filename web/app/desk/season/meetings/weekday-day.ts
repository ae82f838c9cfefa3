import type { Day } from '#platform/format/dates.ts'

const format = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** "Mon, Jun 21" */
export const weekdayDay = (day: Day) => format.format(new Date(`${day}T00:00:00Z`))
