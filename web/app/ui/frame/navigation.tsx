import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { type Location, useBlocker, useLocation, useNavigation, useRevalidator } from 'react-router'
import { useIsLoadingPart } from '#ui/lazy-parts.ts'
import { useToast } from '#ui/toast.tsx'
import { Banner } from './banner.tsx'

/** Shown after 300 ms, by its stylesheet. */
export function Progress() {
  const isNavigating = useNavigation().state !== 'idle'
  const isRevalidating = useRevalidator().state !== 'idle'
  const isLate = useIsLoadingPart()
  if (!isNavigating && !isRevalidating && !isLate) return null
  return <div className="progress" role="progressbar" aria-label="Loading the page" />
}

/** The Content-Security-Policy's nonce; on the server only. */
export const Nonce = createContext<string | undefined>(undefined)

/** On the server only: it runs before hydration. */
const recordPress = import.meta.env.SSR
  ? "document.onclick=e=>{document.pressed=e.target.closest('button[type=button]')}"
  : ''

/** Records a press before hydration; stands before every button. */
export const PressRecorder = () => (
  <script
    nonce={useContext(Nonce)}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: A script's text, always the same.
    dangerouslySetInnerHTML={{ __html: recordPress }}
  />
)

/** Replays the press that `PressRecorder` has recorded, and ends the recording. */
export function useReplayedPress() {
  // A layout effect, in the same tick as hydration: otherwise a press could run twice.
  useLayoutEffect(() => {
    const page: Document & { pressed?: HTMLElement | null } = document
    page.onclick = null
    page.pressed?.click()
    page.pressed = null
  }, [])
}

/** While offline, the page stays, so that entered values survive. */
export function Offline() {
  const held = useStayWhileOffline()
  const isOnline = useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  )
  return (
    <>
      <div role="status">
        {!isOnline && (
          <div className="offline">
            <p className="wrap">You are offline. This page stays; the next one needs the network.</p>
          </div>
        )}
      </div>
      {held &&
        createPortal(
          <Banner tone="bad" focus={held}>
            {offlineText}
          </Banner>,
          held.form,
        )}
    </>
  )
}

const offlineText = 'You are offline. Nothing was sent, and this page stays as it is.'

/** Paying forms report the state of a press beside their button. */
const reportsOffline = (form: EventTarget | null) =>
  form instanceof HTMLFormElement && form.dataset.tellsOffline !== undefined

/** The last form in a dialog whose submit was stopped. */
function useStayWhileOffline() {
  const toast = useToast()
  const [held, setHeld] = useState<{ form: Element; button: HTMLElement | null }>()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !navigator.onLine && needsNetwork(currentLocation, nextLocation),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    toast(offlineText, { tone: 'bad', ms: 5000 })
  }, [blocker, toast])
  useEffect(() => {
    function hold(event: SubmitEvent) {
      if (navigator.onLine || reportsOffline(event.target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const form = event.target instanceof Element ? event.target : undefined
      // A modal dialog hides toasts, visually and from screen readers.
      if (form?.closest('dialog')) setHeld({ form, button: event.submitter })
      else toast(offlineText, { tone: 'bad', ms: 5000 })
    }
    // In the capture phase: a form in a dialog would be sent without a navigation.
    addEventListener('submit', hold, { capture: true })
    return () => removeEventListener('submit', hold, { capture: true })
  }, [toast])
  useEffect(() => listen(() => setHeld(undefined)), [])
  useEffect(
    () => () => {
      // If the focus was lost with the sentence, it returns to the pressed button.
      if (document.activeElement === document.body) held?.button?.focus()
    },
    [held],
  )
  return held
}

/** A success page must open in any case, since the form is paid; it can be loaded again. */
function needsNetwork(from: Location, to: Location) {
  const isSamePage = from.pathname === to.pathname && from.search === to.search
  return !(isSamePage && from.hash !== to.hash) && !to.pathname.includes('/success/')
}

function listen(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Focuses the new page's heading, or the target of the hash. */
export function useFocusAfterNavigation() {
  const { pathname, hash } = useLocation()
  const place = pathname + hash
  const last = useRef(place)
  useEffect(() => {
    if (last.current === place) return
    last.current = place
    if (document.activeElement?.closest('.banner, dialog')) return
    focusOn(hash ? document.getElementById(hash.slice(1)) : title())
  }, [place, hash])
}

/** A page restored from the back/forward cache stays hidden until the site has checked the session. */
export function useReloadWhenRestored(isSignedIn: boolean) {
  useEffect(() => {
    function ask({ persisted }: PageTransitionEvent) {
      if (!persisted || !isSignedIn) return
      document.documentElement.hidden = true
      location.reload()
    }
    addEventListener('pageshow', ask)
    return () => removeEventListener('pageshow', ask)
  }, [isSignedIn])
}

/** If a change removes the focused element, such as a pressed Remove, the heading gets the focus. */
export function useRestoredFocus() {
  const before = typeof document === 'undefined' ? null : document.activeElement
  useEffect(() => {
    if (before && !before.isConnected && document.activeElement === document.body) focusOn(title())
  })
}

const title = () => document.querySelector<HTMLElement>('main h1')

function focusOn(target: HTMLElement | null) {
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
