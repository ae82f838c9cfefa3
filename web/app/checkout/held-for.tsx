import { useEffect, useState } from 'react'
import { momentFromNow } from '#platform/format/clock.ts'

const hour = 3600

/** Until a time of day; in the last hour, the remaining minutes. */
export function holdMessage(remainingSeconds: number, until: string): string {
  if (remainingSeconds > hour) return `We keep your places until ${until}.`
  const minutes = Math.max(1, Math.ceil(remainingSeconds / 60))
  return `We keep your places for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`
}

/** Announced to screen readers at sixty minutes, at five and at one. */
export function holdAnnouncement(remainingSeconds: number, secondsAtFirst: number): string {
  const threshold = [60, 300, hour].find((seconds) => remainingSeconds <= seconds)
  if (threshold === undefined || (threshold === hour && secondsAtFirst <= hour)) return ''
  return holdMessage(threshold, '')
}

const askAgain =
  'The time for which we kept your places is over. Press the button to ask for them again, or to hear from when you can.'

type Props = {
  seconds: number
  /** The server's clock at `seconds`: a phone's may be years off. */
  now: number
  timeZone: string
  className?: string
  /** Replaces the notice at the end. */
  over?: string
}

/** Counts down by the browser's clock, from `seconds` on. */
export function HeldFor({ seconds, now, timeZone, className, over = askAgain }: Props) {
  const [remaining, setRemaining] = useState(seconds)
  useEffect(() => {
    const end = Date.now() + seconds * 1000
    const update = () => setRemaining((end - Date.now()) / 1000)
    update()
    const timer = setInterval(update, 5000)
    return () => clearInterval(timer)
  }, [seconds])
  const until = momentFromNow(
    new Date(now + seconds * 1000),
    timeZone,
    new Date(now + (seconds - remaining) * 1000),
  )
  return (
    <>
      <p className={className}>{remaining > 0 ? holdMessage(remaining, until) : over}</p>
      <p className="visually-hidden" role="status">
        {remaining > 0 ? holdAnnouncement(remaining, seconds) : over}
      </p>
    </>
  )
}
