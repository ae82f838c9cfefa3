import { Link, useLocation } from 'react-router'
import type { SessionView } from '#events/events.ts'
import { Board } from '#ui/board.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useSite } from '#ui/frame/site.ts'
import { useDeferredPart } from '#ui/lazy-parts.ts'
import { AddToCartForm } from './add-to-cart-form.tsx'
import type { EventPageData } from './event-page.server.ts'
import { SessionRows } from './session-rows.tsx'
import { useStillOpen } from './use-still-open.ts'

export function RegistrationBox({ event, year, players, opening, ...offered }: EventPageData) {
  const site = useSite()
  const groups = useStillOpen(offered)
  const email = site?.programme?.email
  const sessions = groups.flatMap((group) => group.sessions)
  const isOpen = sessions.some(({ isShut }) => !isShut)
  const countdown = opening && <Opening {...opening} />
  const late = useDeferredPart(loadWaiting, Boolean(site?.visitor) && sessions.some(canBeWaitedFor))
  const below = (session: SessionView) =>
    late?.waiting &&
    canBeWaitedFor(session) && <late.WaitForIt session={session} players={players} waiting={late.waiting} />
  return (
    <aside className="split-side box register" aria-labelledby="register">
      <div className="box-head on-surround">
        <div>
          <h2 id="register">Register for {year}</h2>
          <p>{event.per}</p>
        </div>
        <p>
          <span className="visually-hidden">Price: </span>
          <Board>{event.price}</Board>
        </p>
      </div>
      <div className="box-body stack">
        {groups.length === 0 && (
          <p className="register-closed">
            Registration is closed: there are no sessions to come. New dates come here first.
          </p>
        )}
        {isOpen && site?.visitor ? (
          <>
            <AddToCartForm {...{ event, groups, players, below }} owner={site.visitor.accountId}>
              {countdown}
            </AddToCartForm>
            <p className="without-script">
              <b>Registering needs JavaScript.</b> Turn it on and load this page again, or write or call us:
              the address is at the end of this page.
            </p>
          </>
        ) : (
          <>
            <SessionRows groups={groups} below={below} />
            {countdown}
          </>
        )}
        {sessions.length > 0 && sessions.every(({ isFull }) => isFull) && <AllTaken />}
        {!site?.visitor && <Invitation canWait={sessions.some(canBeWaitedFor)} />}
      </div>
      <p className="box-note">
        Each player must be created under <Link to="/pages/family-players">My Account</Link> and registered
        for each session individually. For registration or cancellation issues, email support
        {email && (
          <>
            {' '}
            (<a href={`mailto:${email}`}>{email}</a>)
          </>
        )}
        .
      </p>
    </aside>
  )
}

/** Full, and neither closed nor not yet open. */
const canBeWaitedFor = ({ availability }: SessionView) => availability === 'SoldOut'

const loadWaiting = () => import('#registrations/waiting/wait-for-it.tsx').then((part) => part.withWaiting())
const loadOpening = () => import('./opening.tsx')

function Opening(props: { at: number; now: number }) {
  const part = useDeferredPart(loadOpening)
  return part && <part.Countdown {...props} />
}

function AllTaken() {
  const site = useSite()
  return (
    <>
      <p>
        <b>All places are taken.</b> Families who wait are offered places that come free, in order.
      </p>
      {site?.visitor && <ButtonLink to="/pages/cart">View cart</ButtonLink>}
    </>
  )
}

function Invitation({ canWait }: { canWait: boolean }) {
  const { pathname } = useLocation()
  const next = `?next=${encodeURIComponent(pathname)}`
  return (
    <div className="invitation">
      <p>Log in or create an account to register.</p>
      {canWait && <p>Then you can wait for a session that is full, too.</p>}
      <div className="row bottom-bar">
        <ButtonLink variant="ball" to={`/pages/login${next}`}>
          Login
        </ButtonLink>
        <ButtonLink to={`/pages/register${next}`}>Create Account</ButtonLink>
      </div>
    </div>
  )
}
