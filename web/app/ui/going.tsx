import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** A line at the top while the next page loads; its sheet shows it after 300 ms. */
export function Progress() {
  if (useNavigation().state === 'idle') return null
  return <div className="progress" role="progressbar" aria-label="Loading the page" />
}

/** Says that the network is gone, since pages already open stay readable. */
export function Offline() {
  const isOnline = useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!isOnline && (
        <div className="offline">
          <p className="wrap">You are offline. This page stays; the next one needs the network.</p>
        </div>
      )}
    </div>
  )
}

function listen(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** After a navigation, reading goes on at the new page's heading, or at the place that the address names. */
export function useFocusAfterNavigation() {
  const { pathname, hash } = useLocation()
  const place = pathname + hash
  const last = useRef(place)
  useEffect(() => {
    if (last.current === place) return
    last.current = place
    if (document.activeElement?.closest('.banner, dialog')) return
    const target = hash
      ? document.getElementById(hash.slice(1))
      : document.querySelector<HTMLElement>('main h1')
    if (!target) return
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [place, hash])
}
