import { href, Link } from 'react-router'
import { events } from '#events/events.tables.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { dayAndTime, dayRange, fullDay, todayIn } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { memberContext } from '#team/member.server.ts'
import { may, mayAll } from '#team/rights.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { PlacesMeter } from '#ui/places.tsx'
import { unlistedMeta } from '#ui/site.ts'
import type { Route } from './+types/today.route.ts'
import { Countdown } from './countdown.tsx'
import { EventDoor, SessionDoor } from './event-door.tsx'
import { KeepSheets } from './keep-sheets.tsx'
import { almostFull, meetingsOn, nextOpening, paidAndClosed, readWaiting } from './today.db.server.ts'
import { type Wait, waitingFor } from './waiting.ts'
import './today.css'

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const member = context.get(memberContext)
  const { timeZone } = await readProgramme(db)
  const today = todayIn(timeZone)
  const seesAll = mayAll(member, 'roster')
  const isCoach = may(member, 'roster') && member.roles.has('coach')
  const opening = may(member, 'season') ? await nextOpening(db) : undefined
  const fulls = may(member, 'season') ? await almostFull(db, today) : []
  return {
    today,
    waits: waitingFor(member.roles, await readWaiting(db, today)),
    courts:
      seesAll || isCoach ? await meetingsOn(db, today, member.accountId, seesAll ? 'all' : 'own') : undefined,
    account: member.accountId,
    opening: opening?.at && { ...opening, at: dayAndTime(opening.at, timeZone) },
    fulls,
    isFirst: may(member, 'season') && !opening && fulls.length === 0 && (await db.$count(events)) === 0,
    closed: may(member, 'sums') ? await paidAndClosed(db) : [],
    findsFamilies: may(member, 'sums'),
    mayWrite: may(member, 'message'),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Today at the desk')

export default function TodayPage({ loaderData }: Route.ComponentProps) {
  const { today, waits, closed, courts, opening, fulls, findsFamilies, mayWrite, isFirst, account } =
    loaderData
  const lead = isFirst
    ? 'Nothing can be booked yet.'
    : waits.length + closed.length === 0
      ? 'Nothing waits. Enjoy the courts.'
      : 'This waits. The rest is fine.'
  return (
    <div className="wrap">
      <PageTitle
        lead={lead}
        aside={
          findsFamilies && (
            <ButtonLink variant="ball" to="/desk/families">
              Find a family
            </ButtonLink>
          )
        }
      >
        {fullDay(today)}
      </PageTitle>
      {opening && (
        <section className="opening on-surround" aria-labelledby="open">
          <div>
            <h2 id="open">Registration opens {opening.at}</h2>
            <p>
              {opening.sessions === 1 ? '1 session' : `${opening.sessions} sessions`}, {opening.places}{' '}
              places.
            </p>
          </div>
          <Countdown seconds={opening.seconds} />
        </section>
      )}
      {courts && (
        <KeepSheets
          account={account}
          meetings={courts.flatMap(({ id, isOwn, isCancelled }) => (isOwn && !isCancelled ? id : []))}
        />
      )}
      <div className="split desk-split">
        <div className="stack flow">
          {isFirst && <FirstSteps />}
          {waits.length > 0 && <Waits waits={waits} />}
          {closed.length > 0 && <PaidAndClosed places={closed} />}
          {fulls.length > 0 && <Fulls fulls={fulls} />}
        </div>
        {courts && (
          <Courts
            courts={courts}
            writeOn={mayWrite && courts.some(({ isCancelled }) => !isCancelled) ? today : undefined}
          />
        )}
      </div>
    </div>
  )
}

/** For whoever opens the desk of a site on which nothing can be booked yet. */
const FirstSteps = () => (
  <Empty
    title="There is no season yet"
    action={
      <ButtonLink variant="ball" to={href('/desk/season/programme')}>
        Name the programme
      </ButtonLink>
    }
  >
    Say first who you are: name, address, how to reach you, who teaches. Then{' '}
    <Link to={href('/desk/season/events/:key', { key: 'new' })}>add an event</Link> with its sessions, and
    publish both. Or <Link to={href('/desk/season/upload')}>upload all of it as one file</Link>.
  </Empty>
)

const Waits = ({ waits }: { waits: Wait[] }) => (
  <section className="baseline" aria-labelledby="waits">
    <h2 id="waits">What waits</h2>
    <ul className="rows waits">
      {waits.map(({ many, says, when, to, does }) => (
        <li key={says}>
          <p className="n" aria-hidden="true">
            {many}
          </p>
          <div>
            <h3>
              <span className="visually-hidden">{many} </span>
              {says}
            </h3>
            <p className="muted">{when}</p>
          </div>
          {to && (
            <p className="act">
              <ButtonLink size="small" to={to}>
                {does}
                <span className="visually-hidden">
                  : {many} {says}
                </span>
              </ButtonLink>
            </p>
          )}
        </li>
      ))}
    </ul>
  </section>
)

type ClosedPlace = Awaited<ReturnType<typeof paidAndClosed>>[number]

const PaidAndClosed = ({ places }: { places: ClosedPlace[] }) => (
  <section className="baseline" aria-labelledby="paid-and-closed">
    <div className="sec-head">
      <h2 id="paid-and-closed">Paid, and closed now</h2>
      <ButtonLink size="small" to="/desk/families?state=closed">
        See the families
      </ButtonLink>
    </div>
    <ul className="rows fulls">
      {places.map(({ id, family, firstName, lastName, eventKey, event, number, cents }) => (
        <li key={id}>
          <div>
            <h3>
              <Link to={`/desk/families/${family}`}>
                <bdi>
                  {firstName} {lastName}
                </bdi>
              </Link>
            </h3>
            <p className="muted">
              <EventDoor eventKey={eventKey}>{event}</EventDoor>, Session {number}
            </p>
          </div>
          <b>{dollars(cents)}</b>
        </li>
      ))}
    </ul>
  </section>
)

type Full = {
  id: number
  eventKey: string
  event: string
  number: number
  startsOn: string
  endsOn: string
  taken: number
  places: number
}

const Fulls = ({ fulls }: { fulls: Full[] }) => (
  <section className="baseline" aria-labelledby="few">
    <h2 id="few">Almost full</h2>
    <ul className="rows fulls">
      {fulls.map(({ id, eventKey, event, number, startsOn, endsOn, taken, places }) => (
        <li key={id}>
          <div>
            <SessionDoor
              {...{ eventKey, event }}
              to={href('/desk/sessions/:id', { id: String(id) })}
              session={`Session ${number}, ${dayRange(startsOn, endsOn)}`}
            />
          </div>
          <PlacesMeter taken={taken} places={places} />
        </li>
      ))}
    </ul>
  </section>
)

type Meeting = {
  id: string
  starts: string
  eventKey: string
  event: string
  number: number
  court: string | null
  players: number
  guests: number
  isCancelled: boolean
  why: string | null
}

/** "16:00:00" → 4:00 pm */
function hourOf(starts: string) {
  const [hours = 0, minutes = 0] = starts.split(':').map(Number)
  return { time: `${hours % 12 || 12}:${String(minutes).padStart(2, '0')}`, half: hours < 12 ? 'am' : 'pm' }
}

const Courts = ({ courts, writeOn }: { courts: Meeting[]; writeOn: string | undefined }) => (
  <section className="box" aria-labelledby="courts">
    <div className="box-head on-surround">
      <h2 id="courts">At the courts today</h2>
    </div>
    {courts.every(({ isCancelled }) => isCancelled) && <p className="box-note">Nobody plays today.</p>}
    <ul className="rows courts">
      {courts.map(({ id, starts, eventKey, event, number, court, players, guests, isCancelled, why }) => (
        <li key={id}>
          <p className="hour">
            {hourOf(starts).time}
            <small> {hourOf(starts).half}</small>
          </p>
          <div>
            <SessionDoor
              {...{ eventKey, event }}
              to={isCancelled ? undefined : `/desk/meetings/${id}`}
              // Without signal the desk's worker has this page.
              reloadDocument
              session={`Session ${number}, ${players === 1 ? '1 player' : `${players} players`}`}
            >
              {guests > 0 && (guests === 1 ? ', 1 guest' : `, ${guests} guests`)}
              {court && `, ${court}`}
            </SessionDoor>
            {isCancelled && (
              <p>
                <Chip tone="out">Cancelled</Chip>
              </p>
            )}
            {isCancelled && why && <p className="muted">{why}</p>}
          </div>
        </li>
      ))}
    </ul>
    {writeOn && (
      <p className="box-note">
        <Link to={`${href('/desk/message')}?to=day&day=${writeOn}`}>Write to everybody of today</Link>
      </p>
    )}
  </section>
)
