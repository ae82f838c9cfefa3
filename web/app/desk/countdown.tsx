import { useEffect, useState } from 'react'
import { Board } from '#ui/board.tsx'

/** Told to screen readers. */
const toldMinutes = [60, 10, 1]

/** How long it still is: the server's clock said `seconds` when the page came. Once a second only in the last minute. */
export function Countdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const begun = performance.now()
    const timer = setInterval(() => {
      const now = Math.max(0, Math.round(seconds - (performance.now() - begun) / 1000))
      setLeft((before) => (now < 60 || Math.floor(now / 60) !== Math.floor(before / 60) ? now : before))
    }, 1000)
    return () => clearInterval(timer)
  }, [seconds])
  const minutes = Math.floor(left / 60)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  const told = toldMinutes.findLast((one) => minutes === one)
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
            {left}
            <small> s</small>
          </>
        )}
      </Board>
      <p role="status" className="visually-hidden">
        {told && `Opens in ${told === 1 ? '1 minute' : `${told} minutes`}`}
      </p>
    </div>
  )
}
