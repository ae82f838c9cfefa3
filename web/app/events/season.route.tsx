import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Fit, formatSeasonAges, listFits } from '#events/fit/fits.ts'
import { listPeople } from '#people/people.db.server.ts'
import { visitorContext } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Cause } from '#platform/settings/programme.tables.ts'
import { Board } from '#ui/board.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { publicMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/season.route.ts'
import { Aerial } from './aerial.tsx'
import { EventRow } from './event-row.tsx'
import { bookableSessions } from './events.db.server.ts'
import { plurals } from './events.ts'
import './season.css'
import { WhoFits } from '#events/fit/who-fits.tsx'
import { formatPrices, parseSeasonView, seasonLists, seasonName } from './season.ts'
import { widePicture } from './wide-picture.ts'
import { WidePicture } from './wide-picture.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const { blurb, causes, sections, picture, timeZone, addressLines } = await readProgramme(db)
  const offers = await bookableSessions(db, todayIn(timeZone))
  const view = parseSeasonView(new URL(request.url).searchParams)
  const lists = seasonLists(offers, view).map((list) => ({
    ...list,
    line: sections[plurals[list.kind]] ?? kindTexts[list.kind][1],
  }))
  const visitor = context.get(visitorContext)
  const people = visitor ? await listPeople(db, visitor.accountId) : []
  const players = people.filter(({ role, isActive }) => isActive && role !== 'parent')
  const listed = lists.flatMap(({ rows }) => rows.map(({ id }) => id))
  return {
    blurb,
    causes: { MCT: briefly(causes.MCT), DBF: briefly(causes.DBF) },
    season: seasonName(offers),
    town: parseTown(addressLines),
    ages: formatSeasonAges(offers),
    prices: formatPrices(offers),
    lists,
    kind: view.kind,
    fits: listFits(offers, listed, players),
    listed: listed.length,
    picture: picture && widePicture(picture),
  }
}

/** "Fairmeadow, CA" of "Fairmeadow, CA 94000" */
const parseTown = (addressLines: string[]) => addressLines.at(-1)?.replace(/[\s,]*\d{5}(-\d{4})?$/, '')

const briefly = ({ name, blurb }: Cause) => ({ name, blurb })

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicMeta(matches, loaderData?.season, loaderData?.blurb)

/** Word joiners: no line break at the dash. */
const joined = '\u2060–\u2060'

/** Defaults; the season file may set the line. */
const kindTexts = {
  clinic: ['Clinics', 'A few days in a row, in small groups.'],
  lesson: ['Lessons', 'One hour a week with the same coach.'],
  league: ['Leagues', 'Matches against the clubs next door.'],
  tournament: ['Tournaments', 'Come for the day, stay for the final.'],
} as const

export default function SeasonPage({ loaderData }: Route.ComponentProps) {
  const { blurb, causes, picture, season, town, ages, prices, lists, kind, fits, listed } = loaderData
  const [chosenId, choose] = useState<string>()
  const chosen = fits.find(({ id }) => id === chosenId)
  const shown = lists.filter((list) => !kind || list.kind === kind)
  return (
    <>
      <div className="hero on-surround">
        <Aerial />
        <div className="wrap hero-words">
          <p className="hero-who">A non-profit{town && ` in ${town}`}</p>
          <h1>{season ? `${season.replace('–', joined)} is open` : 'The next season is being planned'}</h1>
          <p>{blurb}</p>
          {season && (
            <p>
              <Board>
                {ages && <span>Ages {ages}</span>}
                <span>{prices}</span>
              </Board>
            </p>
          )}
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
        {season && <Score lists={lists} isOneKind={kind !== undefined} />}
      </div>
      <div className="wrap season" id="season">
        {fits.length > 0 && <WhoFits fits={fits} listed={listed} chosen={chosen} onChoose={choose} />}
        {season ? (
          shown.map((list) => (
            <KindSection key={list.kind} {...list} isOneKind={kind !== undefined} chosen={chosen} />
          ))
        ) : (
          <BetweenSeasons />
        )}
        {picture && <WidePicture {...picture} />}
        <TwoWaysToGive causes={causes} />
      </div>
    </>
  )
}

type List = Awaited<ReturnType<typeof loader>>['lists'][number]

const kindAddress = (kind: List['kind'], page = 1) =>
  `/?kind=${plurals[kind]}${page > 1 ? `&page=${page}` : ''}#${plurals[kind]}`

function Score({ lists, isOneKind }: { lists: List[]; isOneKind: boolean }) {
  return (
    <nav className="wrap score" aria-label="Places left by kind">
      <ul className="score-list">
        {lists.map(({ kind, remaining, count }) => (
          <li key={kind}>
            <a href={isOneKind ? kindAddress(kind) : `#${plurals[kind]}`}>
              <span>{kindTexts[kind][0]}</span>
              <span className="left">
                <span className="figure">{count > 0 && remaining === undefined ? 'Open' : remaining}</span>
                {remaining !== undefined && ' left'}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function KindSection({
  isOneKind,
  line,
  chosen,
  ...list
}: List & { isOneKind: boolean; chosen: Fit | undefined }) {
  const { kind, rows, count } = list
  const [name] = kindTexts[kind]
  return (
    <section className="kind" aria-labelledby={plurals[kind]}>
      <div className="baseline kind-head">
        <h2 id={plurals[kind]}>{name}</h2>
        <p className="muted">{line}</p>
      </div>
      {rows.length > 0 ? (
        <div>
          <ul className="rows event-rows">
            {rows.map((row) => (
              <EventRow key={row.id} {...row} isDim={chosen?.events.includes(row.id) === false} />
            ))}
          </ul>
          {isOneKind && <Pages {...list} />}
          {!isOneKind && rows.length < count && (
            <p className="kind-pages">
              <ButtonLink to={kindAddress(kind)}>
                All {count} {plurals[kind]}
              </ButtonLink>
            </p>
          )}
        </div>
      ) : (
        <p className="none">Nothing to book at the moment. New dates are added here first.</p>
      )}
    </section>
  )
}

function Pages({ kind, page, pages }: Pick<List, 'kind' | 'page' | 'pages'>) {
  return (
    <nav className="row kind-pages" aria-label={`Pages of ${plurals[kind]}`}>
      {page > 1 && <ButtonLink to={kindAddress(kind, page - 1)}>Earlier {plurals[kind]}</ButtonLink>}
      {page < pages && <ButtonLink to={kindAddress(kind, page + 1)}>Later {plurals[kind]}</ButtonLink>}
      {pages > 1 && (
        <span className="muted">
          Page {page} of {pages}
        </span>
      )}
      <Link to="/#season">The whole season</Link>
    </nav>
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
