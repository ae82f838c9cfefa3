import { useEffect, useState } from 'react'
import { stillOpen } from '#events/events.ts'
import { todayIn } from '#platform/format/dates.ts'
import type { EventPageData } from './event-page.server.ts'

const minuteMs = 60_000

/** Drops sessions at midnight: the page may come from a cache, or stay open. */
export function useStillOpen({ groups, timeZone }: Pick<EventPageData, 'groups' | 'timeZone'>) {
  const [today, setToday] = useState('')
  useEffect(() => {
    const look = () => {
      setToday(todayIn(timeZone))
      // Midnight is the end of a minute in every time zone.
      timer = setTimeout(look, minuteMs - (Date.now() % minuteMs))
    }
    // In a task of its own: the first `Intl` format blocks a phone's main thread.
    let timer = setTimeout(look)
    return () => clearTimeout(timer)
  }, [timeZone])
  return stillOpen(groups, today)
}
