import { useEffect, useState } from 'react'
import { stillOpen } from '#events/events.ts'
import { todayIn } from '#platform/format/dates.ts'
import type { EventPageData } from './event-page.server.ts'

const minuteMs = 60_000

/** What can still be booked, to the second: the page may have been kept by a proxy, or stand open, past midnight. */
export function useStillOpen({ groups, timeZone }: Pick<EventPageData, 'groups' | 'timeZone'>) {
  const [today, setToday] = useState('')
  useEffect(() => {
    const look = () => {
      setToday(todayIn(timeZone))
      // Midnight is the end of a minute in every time zone.
      timer = setTimeout(look, minuteMs - (Date.now() % minuteMs))
    }
    // In a task of its own: making the first format of `Intl` holds up a phone.
    let timer = setTimeout(look)
    return () => clearTimeout(timer)
  }, [timeZone])
  return stillOpen(groups, today)
}
