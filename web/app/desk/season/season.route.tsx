import { Form, href, Link, redirect } from 'react-router'
import { z } from 'zod'
import { whenAndWho } from '#desk/season/meetings/when-and-who.server.ts'
import { EventDoor } from '#desk/sessions/event-door.tsx'
import { todayIn, toYear } from '#platform/format/dates.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { yearId } from '#platform/http/page.server.ts'
import { yearsIn } from '#season/drafts/draft-edits.ts'
import { sessionCounts } from '#season/drafts/draft-notices.server.ts'
import { createUndoDraft, deleteDraft, lastPublish } from '#season/drafts/drafts.server.ts'
import { textOrEmpty } from '#season/forms/session-form.ts'
import { waitingUpload } from '#season/uploads.server.ts'
import { listMembers } from '#team/members.db.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { SelectField } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { PlacesMeter } from '#ui/places-meter.tsx'
import { Refused } from '#ui/refused.tsx'
import { AskedButton } from '../asked-button.tsx'
import type { Route } from './+types/season.route.ts'
import { seasonDesk } from './season-desk.server.ts'
import { SeasonFrame } from './season-frame.tsx'
import { type BareEvent, type SeasonListRow, seasonList } from './season-list.ts'
import { counted } from './session-form-view.tsx'
import '../../events/season.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, writer, published, structure, changes, frame } = await seasonDesk(context)
  const timeZone = structure.programme['time zone']
  const today = todayIn(timeZone)
  const years = yearsIn(structure)
  const asked = new URL(request.url).searchParams.get('year')
  const year = asked ? yearId(asked) : (years.find((one) => one >= toYear(today)) ?? toYear(today))
  const names = new Map((await listMembers(db)).map(({ email, name }) => [email ?? '', name]))
  const last = await lastPublish(db)
  return {
    ...{ frame, years, year },
    isClosed: textOrEmpty(published.programme.closed) !== '',
    lists: seasonList(structure, year, { counts: await sessionCounts(db), changes, names, today }),
    last: last && (await whenAndWho(db, [last], timeZone)),
    upload: await waitingUpload(db, writer.accountId),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, writer } = await seasonDesk(context)
  return submit(request, z.object({ what: z.enum(['delete-draft', 'take-back']) }), async ({ what }) => {
    if (what === 'take-back') {
      await createUndoDraft(db, writer)
      return redirect(href('/desk/season/changes'))
    }
    await deleteDraft(db, writer)
    return redirect(href('/desk/season'))
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Season at the desk')

export default function SeasonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, years, year, lists, last, isClosed, upload } = loaderData
  const many = lists.reduce((sum, { rows, bare }) => sum + rows.length + bare.length, 0)
  return (
    <SeasonFrame title={`Season ${year}`} frame={frame} aside={<YearChoice years={years} year={year} />}>
      <Refused reply={actionData} />
      <section className="baseline" aria-labelledby="list">
        <div className="sec-head">
          <h2 id="list">Events and sessions</h2>
          <p className="act">
            <ButtonLink size="small" to={href('/desk/season/events/:key', { key: 'new' })}>
              Add an event
            </ButtonLink>
            <ButtonLink size="small" to={href('/desk/season/day-off')}>
              No tennis on a day
            </ButtonLink>
            <ButtonLink size="small" to={href('/desk/season/registration')}>
              {isClosed ? 'Open registration' : 'Close registration'}
            </ButtonLink>
            <ButtonLink size="small" to={href('/desk/season/file')} reloadDocument download>
              Download the file
            </ButtonLink>
            <ButtonLink size="small" to={href('/desk/season/upload')}>
              {upload ? `Go on with ${upload}` : 'Upload a file'}
            </ButtonLink>
          </p>
        </div>
        {many === 0 && <p className="muted">No session begins in {year}. Copy a year, or add an event.</p>}
        {lists.map(
          ({ rows, bare, kind }) =>
            rows.length + bare.length > 0 && (
              <KindList key={kind} {...{ kind, rows, bare }} isOpen={many <= perScreen} />
            ),
        )}
      </section>
      <Form method="post" className="act desk-acts">
        {frame.isDraft && (
          <AskedButton
            size="small"
            name="what"
            value="delete-draft"
            verb="Delete the draft"
            question="Delete your draft?"
            consequence={`${frame.changes === 1 ? 'One change goes' : `${frame.changes} changes go`} with it, for good. Families see nothing of that.`}
          />
        )}
        {last && !frame.isDraft && (
          <>
            <p className="muted">
              Published {last.when} by <bdi>{last.who}</bdi>.
            </p>
            <Button type="submit" size="small" name="what" value="take-back">
              Take the publish back
            </Button>
          </>
        )}
      </Form>
    </SeasonFrame>
  )
}

const YearChoice = ({ years, year }: { years: number[]; year: number }) => (
  <Form className="act year-choice">
    <SelectField label="Year" name="year" key={year} defaultValue={year}>
      {[...new Set([...years, year])].sort().map((one) => (
        <option key={one}>{one}</option>
      ))}
    </SelectField>
    <Button type="submit">Show</Button>
  </Form>
)

const headings = { clinic: 'Clinics', lesson: 'Lessons', league: 'Leagues', tournament: 'Tournaments' }

/** Above this, kinds are folded. */
const perScreen = 50

type KindProps = {
  kind: keyof typeof headings
  rows: SeasonListRow[]
  bare: BareEvent[]
  isOpen: boolean
}

const KindList = ({ kind, rows, bare, isOpen }: KindProps) => (
  <details open={isOpen}>
    <summary className="desk-kind">
      <h3>{headings[kind]}</h3>
      <span className="muted">{counted(rows.length, 'session')}</span>
    </summary>
    <ul className="rows event-rows">
      {rows.map((row) => (
        <SessionRow key={`${row.event} ${row.id}`} {...row} />
      ))}
      {bare.map((row) => (
        <BareRow key={row.event} {...row} />
      ))}
    </ul>
  </details>
)

function SessionRow(row: SeasonListRow) {
  const to = href('/desk/season/events/:key/:session', { key: row.event, session: row.id })
  return (
    <li className="event-row desk-row">
      <p className="date">
        <span className="date-small">{row.weekdays}</span>
        <span className="date-big">{row.day}</span>
        <span className="date-small">{row.until}</span>
      </p>
      <div className="what">
        <h4>
          <EventDoor eventKey={row.event}>{row.name}</EventDoor>
        </h4>
        <p className="muted break">
          <Link to={to}>{row.session}</Link>
          {row.line && `, ${row.line}`}
        </p>
      </div>
      {row.places === null ? (
        <span className="places">Places for all</span>
      ) : (
        <PlacesMeter taken={row.taken} places={row.places} />
      )}
      <p className="price">
        {row.price}
        <span className="muted"> {row.coaches}</span>
      </p>
      <p className="state">
        {row.chip && <Chip tone="due">{row.chip}</Chip>}
        {row.isHidden && <Chip>Not shown</Chip>}
        {row.isClosed && <Chip>Closed</Chip>}
        {row.isWithoutCoach && <Chip tone="out">No coach</Chip>}
      </p>
    </li>
  )
}

function BareRow({ event, name, price, chip, isHidden }: BareEvent) {
  return (
    <li className="event-row desk-row">
      <p className="date" />
      <div className="what">
        <h4>
          <EventDoor eventKey={event}>{name}</EventDoor>
        </h4>
        <p className="muted">No session yet</p>
      </div>
      <span className="places">
        <ButtonLink
          size="small"
          to={href('/desk/season/events/:key/:session', { key: event, session: 'new' })}
        >
          Add a session
          <span className="visually-hidden"> to {name}</span>
        </ButtonLink>
      </span>
      <p className="price">{price}</p>
      <p className="state">
        {chip && <Chip tone="due">{chip}</Chip>}
        {isHidden && <Chip>Not shown</Chip>}
      </p>
    </li>
  )
}
