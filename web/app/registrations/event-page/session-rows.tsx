import type { ReactNode } from 'react'
import type { SessionView } from '#events/events.ts'
import { PlacesMeter } from '#ui/places-meter.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { EventPageData } from './event-page.server.ts'

/** `choice`: only where rows can be chosen; session 0 while none is. `below`: shown below a full session. */
type Props = Pick<EventPageData, 'groups'> & { choice?: { session: number }; below: BelowFull }
export type BelowFull = (session: SessionView) => ReactNode

/** Sessions by group; later years are collapsed. */
export function SessionRows({ groups, choice, below }: Props) {
  return [...new Set(groups.map(({ laterYear }) => laterYear))].map((year) => {
    const yearGroups = groups.filter(({ laterYear }) => laterYear === year)
    const rows = yearGroups.map((group) => (
      <Group key={group.name} {...group} choice={choice} below={below} />
    ))
    if (!year) return rows
    const sessions = yearGroups.flatMap((group) => group.sessions)
    const isChosen = sessions.some(({ id }) => id === choice?.session)
    return (
      // A chosen session is visible: its year opens, and never closes by itself.
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
                <SessionSummary {...session} />
              </label>
            ) : (
              <SessionSummary {...session} />
            )}
            {session.isFull && below(session)}
          </li>
        ))}
      </ul>
    </section>
  )
}

const SessionSummary = ({ number, days, when, notice, places, taken }: SessionView) => (
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
