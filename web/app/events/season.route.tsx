import ArrowRight from 'lucide-react/icons/arrow-right'
import { href, Link } from 'react-router'
import { dbContext } from '#platform/contexts.server.ts'
import { todayIn } from '#platform/dates.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { PlacesMeter } from '#ui/places.tsx'
import { publicMeta } from '#ui/site.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Route } from './+types/season.route.ts'
import { Aerial } from './aerial.tsx'
import { bookableSessions } from './events.db.server.ts'
import { kinds } from './events.tables.ts'
import { pluralOf } from './events.ts'
import './season.css'
import { type SeasonRow, seasonName, seasonOf } from './season.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const { blurb, causes, sections, timeZone } = await readProgramme(db)
  const offers = await bookableSessions(db, todayIn(timeZone))
  const lists = kinds.map((kind) => ({
    ...seasonOf(kind, offers),
    line: sections[pluralOf[kind]] ?? wordsOf[kind][1],
  }))
  return { blurb, causes, season: seasonName(offers), lists }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicMeta(matches, loaderData?.season, loaderData?.blurb)

/** Heading and line of each list; the season file may have a line of its own. */
const wordsOf = {
  clinic: ['Clinics', 'A few days in a row, in small groups.'],
  lesson: ['Lessons', 'One hour a week with the same coach.'],
  league: ['Leagues', 'Matches against the clubs next door.'],
  tournament: ['Tournaments', 'Come for the day, stay for the final.'],
} as const

export default function SeasonPage({ loaderData: { blurb, causes, season, lists } }: Route.ComponentProps) {
  return (
    <>
      <div className="hero on-surround">
        <Aerial />
        <div className="wrap hero-words">
          <h1>{season ? `${season} is open` : 'The next season is being planned'}</h1>
          <p>{blurb}</p>
          <p className="row">
            {season && (
              <a className="button ball" href="#season">
                Find a session
                <ArrowRight aria-hidden size="1.25em" />
              </a>
            )}
            <ButtonLink to="/pages/donate">Donate</ButtonLink>
          </p>
        </div>
        {season && <Score lists={lists} />}
      </div>
      <div className="wrap season" id="season">
        {season ? lists.map((list) => <KindSection key={list.kind} {...list} />) : <BetweenSeasons />}
        <TwoWaysToGive causes={causes} />
      </div>
    </>
  )
}

type List = Awaited<ReturnType<typeof loader>>['lists'][number]

/** Places left by kind; each figure leads to its list. */
function Score({ lists }: { lists: List[] }) {
  return (
    <nav className="wrap score" aria-label="Places left by kind">
      <ul className="score-list">
        {lists.map(({ kind, left, rows }) => (
          <li key={kind}>
            <a href={`#${pluralOf[kind]}`}>
              <span>{wordsOf[kind][0]}</span>
              <span className="left">
                <span className="figure">{rows.length > 0 && left === undefined ? 'Open' : left}</span>
                {left !== undefined && ' left'}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function KindSection({ kind, rows, line }: List) {
  const [name] = wordsOf[kind]
  return (
    <section className="kind" aria-labelledby={pluralOf[kind]}>
      <div className="baseline kind-head">
        <h2 id={pluralOf[kind]}>{name}</h2>
        <p className="muted">{line}</p>
      </div>
      {rows.length > 0 ? (
        <ul className="rows event-rows">
          {rows.map((row) => (
            <EventRow key={row.id} {...row} />
          ))}
        </ul>
      ) : (
        <p className="none">Nothing to book at the moment. New dates are added here first.</p>
      )}
    </section>
  )
}

function EventRow(row: SeasonRow) {
  return (
    <li className="event-row">
      <p className="date">
        <span className="date-small">{row.weekdays}</span>
        <span className="date-big">{row.day}</span>
        <span className="date-small">{row.until}</span>
      </p>
      <div className="what">
        <h3>
          <Link to={href('/pages/:kind/:id', { kind: row.kind, id: String(row.id) })} prefetch="intent">
            {row.name}
          </Link>
        </h3>
        <p className="muted">
          <Unbroken>{row.summary}</Unbroken>
        </p>
      </div>
      {row.places === null ? (
        <span className="places">Places for all</span>
      ) : (
        <PlacesMeter taken={row.taken} places={row.places} />
      )}
      <p className="price">
        {row.price}
        <span className="muted"> {row.per}</span>
      </p>
    </li>
  )
}

function BetweenSeasons() {
  return (
    <Empty title="No dates yet" action={<ButtonLink to="/pages/staff">Meet the staff</ButtonLink>}>
      Sessions appear here as soon as they can be booked.
    </Empty>
  )
}

function TwoWaysToGive({ causes }: Pick<Awaited<ReturnType<typeof loader>>, 'causes'>) {
  return (
    <section className="kind" aria-labelledby="give">
      <div className="baseline kind-head">
        <h2 id="give">Two ways to give</h2>
      </div>
      <div className="causes">
        <div>
          <h3>{causes.MCT.name}</h3>
          <p>{causes.MCT.blurb}</p>
          <ButtonLink to="/pages/donate">Donate to the programme</ButtonLink>
        </div>
        <div>
          <h3>{causes.DBF.name}</h3>
          <p>{causes.DBF.blurb}</p>
          <ButtonLink to="/pages/donate-bottinelli">Donate to the foundation</ButtonLink>
        </div>
      </div>
    </section>
  )
}
