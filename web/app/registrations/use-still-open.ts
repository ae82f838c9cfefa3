import { useEffect, useState } from 'react'
import { stillOpen } from '#events/events.ts'
import { todayIn } from '#platform/dates.ts'
import type { EventPageData } from './event-page.server.ts'

const minuteMs = 60_000

/** What can still be booked, to the second: the page may have been kept by a proxy, or stand open, past midnight. */
export function useStillOpen({ groups, timeZone }: Pick<EventPageData, 'groups' | 'timeZone'>) {
  const [today, setToday] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      setToday(todayIn(timeZone))
      // Midnight is the end of a minute in every time zone.
      timer = setTimeout(look, minuteMs - (Date.now() % minuteMs))
    }
    look()
    return () => clearTimeout(timer)
  }, [timeZone])
  return stillOpen(groups, today)
}
