import { href, Link } from 'react-router'
import type { PendingTask } from '#desk/pending-tasks.ts'
import { EventDoor, SessionDoor } from '#desk/sessions/event-door.tsx'
import { dayRange, longDay } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PlacesMeter } from '#ui/places-meter.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { almostFull, disputesToReplyTo, paidAndClosed } from './today.db.server.ts'

export const PendingTasks = ({ tasks }: { tasks: PendingTask[] }) => (
  <section className="baseline" aria-labelledby="waits">
    <h2 id="waits">What waits</h2>
    <ul className="rows waits">
      {tasks.map(({ many, text, when, to, action }) => (
        <li key={text}>
          <p className="n" aria-hidden="true">
            {many}
          </p>
          <div>
            <h3>
              <span className="visually-hidden">{many} </span>
              {text}
            </h3>
            <p className="muted">
              <Unbroken>{when}</Unbroken>
            </p>
          </div>
          {to && (
            <p className="act">
              <ButtonLink size="small" to={to}>
                {action}
                <span className="visually-hidden">
                  : {many} {text}
                </span>
              </ButtonLink>
            </p>
          )}
        </li>
      ))}
    </ul>
  </section>
)

type Dispute = Awaited<ReturnType<typeof disputesToReplyTo>>[number]

export const Disputes = ({ disputes }: { disputes: Dispute[] }) => (
  <section className="baseline" aria-labelledby="disputes">
    <h2 id="disputes">Disputed at the bank</h2>
    <ul className="rows fulls">
      {disputes.map(({ id, number, name, amountCents, replyBy }) => (
        <li key={id}>
          <div>
            <h3>
              {name ? (
                <Link to={`/desk/families/${number}`}>
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                `Family ${number}, who has left`
              )}
            </h3>
            <p className="muted">
              {replyBy ? `Reply until ${longDay(replyBy)}` : 'Reply'} in the gateway’s control panel.
            </p>
          </div>
          <b>{dollars(amountCents)}</b>
        </li>
      ))}
    </ul>
  </section>
)

type ClosedPlace = Awaited<ReturnType<typeof paidAndClosed>>[number]

export const PaidAndClosed = ({ places }: { places: ClosedPlace[] }) => (
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

type Full = Awaited<ReturnType<typeof almostFull>>[number]

export const Fulls = ({ fulls }: { fulls: Full[] }) => (
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
