import type { ReactNode } from 'react'
import type { SessionView } from '#events/events.ts'
import { PlacesMeter } from '#ui/places.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { EventPageData } from './event-page.server.ts'

/** `choice` is there where rows are chosen from; its session is 0 until one is. `below` stands below a full session. */
type Props = Pick<EventPageData, 'groups'> & { choice?: { session: number }; below: BelowFull }
export type BelowFull = (session: SessionView) => ReactNode

/** The sessions under the names of their groups; those of a later year are folded under the year. */
export function SessionRows({ groups, choice, below }: Props) {
  return [...new Set(groups.map(({ laterYear }) => laterYear))].map((year) => {
    const ofYear = groups.filter(({ laterYear }) => laterYear === year)
    const rows = ofYear.map((group) => <Group key={group.name} {...group} choice={choice} below={below} />)
    if (!year) return rows
    const sessions = ofYear.flatMap((group) => group.sessions)
    const isChosen = sessions.some(({ id }) => id === choice?.session)
    return (
      // What is chosen is seen; nothing folds by itself.
      <details
        key={year}
        ref={(details) => {
          if (details && isChosen) details.open = true
        }}
      >
        <summary>
          <h3>Sessions in {year}</h3>{' '}
          <span className="muted small">
            {sessions[0]?.days}
            {sessions.length > 1 && ` and ${sessions.length - 1} more`}
          </span>
        </summary>
        {rows}
      </details>
    )
  })
}

function Group({
  name,
  heading,
  laterYear,
  sessions,
  choice,
  below,
}: Props['groups'][number] & Omit<Props, 'groups'>) {
  const Heading = laterYear ? 'h4' : 'h3'
  return (
    <section aria-label={name || 'Sessions'}>
      {heading && <Heading>{heading}</Heading>}
      <ul className="rows sessions">
        {sessions.map((session) => (
          <li key={session.id} className={session.isFull ? 'full' : undefined}>
            {choice && !session.isShut ? (
              <label>
                <input
                  className="awaits-script"
                  type="radio"
                  name="row"
                  value={session.id}
                  checked={session.id === choice.session}
                  readOnly
                />
                <Facts {...session} />
              </label>
            ) : (
              <Facts {...session} />
            )}
            {session.isFull && below(session)}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Facts = ({ number, days, when, notice, places, taken }: SessionView) => (
  <span className="session">
    <span className="date">
      <span className="date-small">Session {number}</span>
      <span className="date-big">
        <Unbroken>{days}</Unbroken>
      </span>
    </span>
    <span>
      <Unbroken>{when}</Unbroken>
      {notice && <span className="notice">{notice}</span>}
      {places !== null && <PlacesMeter taken={taken} places={places} />}
    </span>
  </span>
)
