import MapPin from 'lucide-react/icons/map-pin'
import { Link } from 'react-router'
import { plurals } from '#events/events.ts'
import { visitorContext } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { pageMeta, publicMeta, siteFrom } from '#ui/frame/site.ts'
import type { Route } from './+types/event.route.ts'
import './event.css'
import { eventJsonLd } from './event-json-ld.ts'
import { type EventPageData, eventPage } from './event-page.server.ts'
import { RegistrationBox } from './registration-box.tsx'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  eventPage(context.get(dbContext), params, context.get(visitorContext))

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? [
        ...publicMeta(matches, loaderData.event.name, loaderData.event.summary),
        { 'script:ld+json': eventJsonLd({ ...loaderData, ...siteFrom(matches) }) },
      ]
    : pageMeta(matches, 'Not found')

export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { event } = loaderData
  const plural = plurals[event.kind]
  return (
    <article key={event.id}>
      <div className="band on-court">
        <div className="wrap event-head">
          <p className="kind-link">
            <Link to={`/#${plural}`}>{plural.replace(/^./, (first) => first.toUpperCase())}</Link>
          </p>
          <h1>{event.name}</h1>
          <h2>
            <MapPin aria-hidden size="1.25em" />
            Location and Time
          </h2>
          <p>
            {event.location.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        </div>
      </div>
      <div className="wrap split event-page">
        <RegistrationBox {...loaderData} />
        <EventDescription {...event} coach={loaderData.coach} />
      </div>
    </article>
  )
}

function EventDescription({
  paragraphs,
  formats,
  missions,
  coach,
}: EventPageData['event'] & Pick<EventPageData, 'coach'>) {
  const [lead, ...rest] = paragraphs
  return (
    <div className="event-words">
      <section className="baseline" aria-labelledby="description">
        <h2 id="description">Description</h2>
        <p className="lead">{lead}</p>
        {rest.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
      {coach && (
        <section className="baseline" aria-labelledby="coach">
          <h2 id="coach">Your coach</h2>
          <div className="coach">
            {coach.picture ? (
              <img src={coach.picture} alt={`Portrait of ${coach.name}`} width="500" height="400" />
            ) : (
              <span className="on-court" aria-hidden>
                {coach.initials}
              </span>
            )}
            <div>
              <h3>{coach.firstName}</h3>
              {coach.line && <p>“{coach.line}”</p>}
              <Link to="/pages/staff">Meet the staff</Link>
            </div>
          </div>
        </section>
      )}
      {formats.length > 0 && (
        <section className="baseline" aria-labelledby="format">
          <h2 id="format">Format</h2>
          <ul className="dots">
            {formats.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      {missions.length > 0 && (
        <section className="baseline" aria-labelledby="missions">
          <h2 id="missions">Mission Statements</h2>
          <ol className="missions">
            {missions.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}
