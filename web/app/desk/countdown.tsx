import { useEffect, useState } from 'react'
import { Board } from '#ui/board.tsx'

/** Announced to screen readers. */
const announcedMinutes = [60, 10, 1]

/** `seconds` by the server's clock at load. Ticks visibly only in the last minute. */
export function Countdown({ seconds }: { seconds: number }) {
  const [remaining, setRemaining] = useState(seconds)
  useEffect(() => {
    const begun = performance.now()
    const timer = setInterval(() => {
      const now = Math.max(0, Math.round(seconds - (performance.now() - begun) / 1000))
      setRemaining((before) => (now < 60 || Math.floor(now / 60) !== Math.floor(before / 60) ? now : before))
    }, 1000)
    return () => clearInterval(timer)
  }, [seconds])
  const minutes = Math.floor(remaining / 60)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  const announced = announcedMinutes.findLast((one) => minutes === one)
  return (
    <div>
      <Board>
        {days > 0 && (
          <>
            {days}
            <small> d</small>
          </>
        )}
        {minutes >= 60 && (
          <>
            {hours}
            <small> h</small>
          </>
        )}
        {minutes > 0 ? (
          <>
            {minutes % 60}
            <small> min</small>
          </>
        ) : (
          <>
            {remaining}
            <small> s</small>
          </>
        )}
      </Board>
      <p role="status" className="visually-hidden">
        {announced && `Opens in ${announced === 1 ? '1 minute' : `${announced} minutes`}`}
      </p>
    </div>
  )
}
