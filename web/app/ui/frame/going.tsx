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
import { useIsLate } from '#ui/late.ts'
import { useToast } from '#ui/toast.tsx'
import { Banner } from './banner.tsx'

/** A line at the top while a page, a part of one, or news for it loads; its sheet shows it after 300 ms. */
export function Progress() {
  const isGoing = useNavigation().state !== 'idle'
  const isReading = useRevalidator().state !== 'idle'
  const isLate = useIsLate()
  if (!isGoing && !isReading && !isLate) return null
  return <div className="progress" role="progressbar" aria-label="Loading the page" />
}

/** The policy's nonce, for a script in the page; known on the server alone. */
export const Nonce = createContext<string | undefined>(undefined)

/** The server alone writes it: a page has it before its script. */
const keepPress = import.meta.env.SSR
  ? "document.onclick=e=>{document.pressed=e.target.closest('button[type=button]')}"
  : ''

/** Stands before all that can be pressed, and keeps what is pressed before the page's script has come. */
export const PressKeeper = () => (
  <script
    nonce={useContext(Nonce)}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: A script's text, always the same.
    dangerouslySetInnerHTML={{ __html: keepPress }}
  />
)

/** What `PressKeeper` has kept is done when the page's script has come, and nothing is kept from then on. */
export function usePressKept() {
  // No moment between taking the page over and this: a press would be done twice.
  useLayoutEffect(() => {
    const page: Document & { pressed?: HTMLElement | null } = document
    page.onclick = null
    page.pressed?.click()
    page.pressed = null
  }, [])
}

/** Says that the network is gone. The page stays readable, and nothing typed in it is lost to a page that cannot come. */
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
            {offlineWords}
          </Banner>,
          held.form,
        )}
    </>
  )
}

const offlineWords = 'You are offline. Nothing was sent, and this page stays as it is.'

/** A form that takes money says beside its button what became of a press, for as long as that matters. */
const tellsItself = (form: EventTarget | null) =>
  form instanceof HTMLFormElement && form.dataset.tellsOffline !== undefined

/** The form in a dialog that was last kept from being sent. */
function useStayWhileOffline() {
  const toast = useToast()
  const [held, setHeld] = useState<{ form: Element; button: HTMLElement | null }>()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !navigator.onLine && needsNetwork(currentLocation, nextLocation),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    toast(offlineWords, { tone: 'bad', ms: 5000 })
  }, [blocker, toast])
  useEffect(() => {
    function hold(event: SubmitEvent) {
      if (navigator.onLine || tellsItself(event.target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const form = event.target instanceof Element ? event.target : undefined
      // A dialog lies over the toasts, and the page behind it is not read: there it is said below the button.
      if (form?.closest('dialog')) setHeld({ form, button: event.submitter })
      else toast(offlineWords, { tone: 'bad', ms: 5000 })
    }
    // Before anybody else hears of it: a form in a dialog would be sent without leaving the page.
    addEventListener('submit', hold, { capture: true })
    return () => removeEventListener('submit', hold, { capture: true })
  }, [toast])
  useEffect(() => listen(() => setHeld(undefined)), [])
  useEffect(
    () => () => {
      // Where the focus went with the sentence, it goes on at the button that was pressed.
      if (document.activeElement === document.body) held?.button?.focus()
    },
    [held],
  )
  return held
}

/** Places on the same page need none. What was paid leaves its form in any case: its own page can be tried again. */
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

/** After a navigation, reading goes on at the new page's heading, or at the place that the address names. */
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

/** A page that the browser kept whole and brings back shows nothing of a family before the site has said who is there. */
export function useAskWhenBack(isSignedIn: boolean) {
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

/** When a change takes away what had the focus, such as a pressed Remove, the page's heading gets it. */
export function useKeptFocus() {
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
