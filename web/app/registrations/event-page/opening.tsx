import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { stayRight, toldAt, untilWords, wrongBy } from './countdown.ts'

/** Counts down to the moment at which registration opens; then the site is asked, whose clock decides. */
export function Countdown({ at, now }: { at: number; now: number }) {
  const { revalidate } = useRevalidator()
  const [wrong] = useState(() => wrongBy(Date.now(), now))
  const [left, setLeft] = useState(() => at - Date.now() - wrong)
  useEffect(() => {
    // Not everybody at the same moment.
    const wait = left > 0 ? stayRight(left) : 1000 + Math.random() * 3000
    const timer = setTimeout(() => {
      setLeft(at - Date.now() - wrong)
      if (left <= 0) void revalidate()
    }, wait)
    return () => clearTimeout(timer)
  }, [left, at, wrong, revalidate])
  return (
    <>
      <p>
        <b>{left > 0 ? `Opens in ${untilWords(left)}` : 'Registration opens now'}</b>
      </p>
      <p className="visually-hidden" role="status">
        {toldAt(left)}
      </p>
    </>
  )
}
