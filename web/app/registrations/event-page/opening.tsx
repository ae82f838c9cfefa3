import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { announcementAt, clockSkew, formatCountdown, untilNextTick } from './countdown.ts'

/** Counts down, then revalidates: the server's clock decides. */
export function Countdown({ at, now }: { at: number; now: number }) {
  const { revalidate } = useRevalidator()
  const [skew] = useState(() => clockSkew(Date.now(), now))
  const [remainingMs, setRemainingMs] = useState(() => at - Date.now() - skew)
  useEffect(() => {
    // Jitter, against a stampede.
    const wait = remainingMs > 0 ? untilNextTick(remainingMs) : 1000 + Math.random() * 3000
    const timer = setTimeout(() => {
      setRemainingMs(at - Date.now() - skew)
      if (remainingMs <= 0) void revalidate()
    }, wait)
    return () => clearTimeout(timer)
  }, [remainingMs, at, skew, revalidate])
  return (
    <>
      <p>
        <b>{remainingMs > 0 ? `Opens in ${formatCountdown(remainingMs)}` : 'Registration opens now'}</b>
      </p>
      <p className="visually-hidden" role="status">
        {announcementAt(remainingMs)}
      </p>
    </>
  )
}
