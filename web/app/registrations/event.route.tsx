import MapPin from 'lucide-react/icons/map-pin'
import { Link } from 'react-router'
import { eventById } from '#events/events.db.server.ts'
import { isKind, linesOf, pluralOf, registerYear, sessionGroups } from '#events/events.ts'
import { peopleOf } from '#people/people.db.server.ts'
import { visitorContext } from '#people/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { todayIn } from '#platform/dates.ts'
import { price } from '#platform/money.ts'
import { rowId } from '#platform/page.server.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { found } from '#platform/refusal.ts'
import { pageMeta, publicMeta, siteOf } from '#ui/site.ts'
import type { Route } from './+types/event.route.ts'
import './event.css'
import { eventFacts } from './event-facts.ts'
import { RegistrationBox } from './registration-box.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const { kind, id } = params
  const { event, sessions } = found(isKind(kind) ? await eventById(db, kind, rowId(id)) : undefined)
  const visitor = context.get(visitorContext)
  const today = todayIn((await readProgramme(db)).timeZone)
  return {
    event: {
      id: event.id,
      kind: event.kind,
      name: event.name,
      summary: event.summary,
      price: price(event.priceCents),
      priceCents: event.priceCents,
      per: event.priceDescription,
      location: linesOf(event.location),
      paragraphs: event.description.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
      formats: event.formats,
      missions: event.kind === 'clinic' ? event.missions : [],
    },
    year: registerYear(event, sessions, today),
    groups: sessionGroups(event, sessions, today),
    players: visitor ? await playersOf(db, visitor.accountId) : [],
  }
}

/** Whom this account can register: the holder of a player account first, then the family. */
async function playersOf(db: Parameters<typeof peopleOf>[0], accountId: string) {
  const everybody = (await peopleOf(db, accountId)).filter((person) => person.isActive)
  return [...everybody.filter(isRole('myself')), ...everybody.filter(isRole('family'))].map((person) => ({
    id: person.id,
    first_name: person.firstName,
    last_name: person.lastName,
  }))
}

const isRole = (role: string) => (person: { role: string }) => person.role === role

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? [
        ...publicMeta(matches, loaderData.event.name, loaderData.event.summary),
        { 'script:ld+json': eventFacts({ ...loaderData, ...siteOf(matches) }) },
      ]
    : pageMeta(matches, 'Not found')

export type EventPageData = Awaited<ReturnType<typeof loader>>

export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { event } = loaderData
  const plural = pluralOf[event.kind]
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
        <EventWords {...event} />
      </div>
    </article>
  )
}

function EventWords({ paragraphs, formats, missions }: EventPageData['event']) {
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
