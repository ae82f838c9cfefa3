import { useEffect, useState } from 'react'
import { momentFromNow } from '#platform/format/clock.ts'

const hour = 3600

/** What is said of places that are kept until a moment: the time of day, and in the last hour the minutes. */
export function heldWords(secondsLeft: number, until: string): string {
  if (secondsLeft > hour) return `We keep your places until ${until}.`
  const minutes = Math.max(1, Math.ceil(secondsLeft / 60))
  return `We keep your places for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`
}

/** What is said aloud: not every minute, but when sixty are left of more, when five are, and when one is. */
export function heldAloud(secondsLeft: number, secondsAtFirst: number): string {
  const said = [60, 300, hour].find((seconds) => secondsLeft <= seconds)
  if (said === undefined || (said === hour && secondsAtFirst <= hour)) return ''
  return heldWords(said, '')
}

const askAgain =
  'The time for which we kept your places is over. Press the button to ask for them again, or to hear from when you can.'

type Props = {
  seconds: number
  /** What the site's clock showed when it was so many seconds, since a phone's may be years off. */
  now: number
  timeZone: string
  className?: string
  /** What is said at the end. */
  over?: string
}

/** How long places are still kept, by the browser's own count from now on. */
export function HeldFor({ seconds, now, timeZone, className, over = askAgain }: Props) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = Date.now() + seconds * 1000
    const tell = () => setLeft((end - Date.now()) / 1000)
    tell()
    const timer = setInterval(tell, 5000)
    return () => clearInterval(timer)
  }, [seconds])
  const until = momentFromNow(
    new Date(now + seconds * 1000),
    timeZone,
    new Date(now + (seconds - left) * 1000),
  )
  return (
    <>
      <p className={className}>{left > 0 ? heldWords(left, until) : over}</p>
      <p className="visually-hidden" role="status">
        {left > 0 ? heldAloud(left, seconds) : over}
      </p>
    </>
  )
}
