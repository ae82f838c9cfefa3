import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Banner } from '#ui/frame/banner.tsx'

const everyMs = 1000
/** An open payment may wait for the gateway. */
const patienceMs = 120_000

/** Polls until the site is back. Without script there is a link. */
export function StartsAgain({ done }: { done: string }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const begun = Date.now()
    const timer = setInterval(async () => {
      const isBack = await fetch('/ready', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isBack) location.assign('/desk/settings?done')
      else setLate(Date.now() - begun > patienceMs)
    }, everyMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Banner tone="good" focus={true}>
      <p>{done}</p>
      <p>
        The site starts again now, which takes some seconds.{' '}
        <Link to="/desk/settings?done" reloadDocument>
          Go on
        </Link>{' '}
        when it is back.
      </p>
      {isLate && <p>It takes longer than it should. Whoever started the site sees there why.</p>}
    </Banner>
  )
}
