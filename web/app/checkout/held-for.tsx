import { useEffect, useState } from 'react'

/** What is said of places that are held for a payment that has not come about. */
export function heldWords(secondsLeft: number): string {
  const minutes = Math.ceil(secondsLeft / 60)
  if (minutes <= 0)
    return 'The time for which we kept your places is over. Press the button to ask for them again, or to hear from when you can.'
  return `We keep your places for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`
}

/** What is said aloud: not every minute, but when five are left, when one is, and when it is over. */
export const heldAloud = (secondsLeft: number) =>
  secondsLeft > 300 ? '' : heldWords(secondsLeft > 60 ? 300 : secondsLeft)

/** How long the places of the cart are still kept, by the browser's own count from now on. */
export function HeldFor({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = Date.now() + seconds * 1000
    const tell = () => setLeft((end - Date.now()) / 1000)
    tell()
    const timer = setInterval(tell, 5000)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <>
      <p className="small">{heldWords(left)}</p>
      <p className="visually-hidden" role="status">
        {heldAloud(left)}
      </p>
    </>
  )
}
