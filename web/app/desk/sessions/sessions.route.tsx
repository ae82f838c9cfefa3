import { Form, href } from 'react-router'
import { listEventChoices } from '#desk/families/family-filters.db.server.ts'
import { narrowProblems } from '#desk/list-address.ts'
import { useFilters } from '#desk/list-filters.tsx'
import { Pages } from '#desk/pages.tsx'
import { describeWaiting } from '#desk/waiting-list/place-text.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { dayRange, longDay, todayIn } from '#platform/format/dates.ts'
import type { ListPage } from '#platform/list-page.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { memberContext } from '#team/member.server.ts'
import { may, mayAll } from '#team/rights.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Empty } from '#ui/empty.tsx'
import { Field, Options, SelectField } from '#ui/fields/field.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { PlacesMeter } from '#ui/places-meter.tsx'
import type { Route } from './+types/sessions.route.ts'
import { SessionDoor } from './event-door.tsx'
import {
  parseSearchDay,
  parseSessionSearch,
  type SessionSearch,
  sessionListUrl,
  sessionStateNames,
  sessionStates,
} from './session-search.ts'
import { coachesToChoose, type ListedSession, sessionsFrom } from './sessions.db.server.ts'
import '#desk/list.css'
import '#desk/today/today.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const member = context.get(memberContext)
  const mayWrite = may(member, 'message')
  const asked = parseSessionSearch(new URL(request.url).searchParams)
  if ([...member.roles].every((role) => role === 'coach')) {
    const { page } = asked
    const { sessions, ...list } = await sessionsFrom(db, new Date(), { coachedBy: member.accountId, page })
    return { search: { page }, mayWrite, list, sessions }
  }
  const isNobody = asked.coach === 'none'
  const { sessions, ...list } = await sessionsFrom(db, new Date(), {
    ...asked,
    coach: isNobody ? undefined : asked.coach,
    day: parseSearchDay(asked),
    uncoachedOn: isNobody ? todayIn((await readProgramme(db)).timeZone) : undefined,
  })
  const choices = {
    events: await listEventChoices(db),
    coaches: mayAll(member, 'roster') ? await coachesToChoose(db) : [],
  }
  return { search: asked, mayWrite, list, sessions, choices }
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Sessions at the desk')

export default function SessionsPage({ loaderData }: Route.ComponentProps) {
  const { search, choices, mayWrite, list, sessions } = loaderData
  const isNarrower = sessionListUrl({ ...search, page: undefined }) !== sessionListUrl({})
  return (
    <div className="wrap">
      <PageTitle
        lead={
          choices ? 'Open one to see who plays in it.' : 'Those that go on, are to come or have just ended.'
        }
        aside={mayWrite && <ButtonLink to={href('/desk/message')}>Write to families</ButtonLink>}
      >
        {choices ? 'Sessions' : 'My sessions'}
      </PageTitle>
      {choices && <SessionFilters {...{ search, ...choices }} />}
      <section className="found-rows" aria-labelledby="found">
        <div className="sec-head">
          <h2 id="found" aria-live="polite">
            {describeSearch(search, list, choices)}
          </h2>
          {isNarrower && (
            <ButtonLink size="small" variant="bare" to={sessionListUrl({})}>
              All sessions
            </ButtonLink>
          )}
        </div>
        {sessions.length === 0 ? (
          <Empty>{isNarrower ? 'Choose another list above.' : noneYet}</Empty>
        ) : (
          <ul className="rows fulls">
            {sessions.map((session) => (
              <Session key={session.id} {...session} />
            ))}
          </ul>
        )}
        <Pages {...list} to={(page) => sessionListUrl({ ...search, page })} />
      </section>
    </div>
  )
}

const noneYet = 'What is published in the season, and who coaches it, stands here at once.'

type Choices = { events: { key: string; name: string }[]; coaches: { id: string; name: string }[] }

function SessionFilters({ search, events, coaches }: Choices & { search: SessionSearch }) {
  const { shown, form, select } = useFilters(search, { parse: parseSessionSearch, toUrl: sessionListUrl })
  return (
    <Form {...form} className="list-filters baseline">
      <div className="filter-row">
        <SelectField {...select('event', 'Of', shown.event)}>
          <option value="">Any event</option>
          <Options options={events.map(({ key, name }) => [key, name])} />
        </SelectField>
        <SelectField {...select('state', 'Which', shown.state)}>
          <option value="">Now and to come</option>
          <Options options={sessionStateNames.map((state) => [state, sessionStates[state]])} />
        </SelectField>
        <SelectField {...select('coach', 'Coach', shown.coach)}>
          <option value="">Any</option>
          <option value="none">Nobody, and it is near</option>
          <Options options={coaches.map(({ id, name }) => [id, name])} />
        </SelectField>
        <Field
          label="Meets on"
          name="day"
          type="date"
          defaultValue={search.day}
          problem={narrowProblems(search).day}
        />
        <Button type="submit">Show</Button>
      </div>
    </Form>
  )
}

/** "2 sessions, almost full, of Green Ball Clinic, on Jun 21, 2027" */
function describeSearch(search: SessionSearch, { many }: ListPage, choices: Choices | undefined): string {
  const { state, event, coach } = search
  const day = parseSearchDay(search)
  const coachName = choices?.coaches.find(({ id }) => id === coach)?.name ?? 'somebody else'
  return [
    many === 0 ? 'No session' : many === 1 ? '1 session' : `${many} sessions`,
    state && sessionStates[state].toLowerCase(),
    event && `of ${choices?.events.find(({ key }) => key === event)?.name ?? 'no event'}`,
    coach === 'none' ? 'of the next two weeks without a coach' : coach && `coached by ${coachName}`,
    day && `on ${longDay(day)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const Session = ({
  id,
  eventKey,
  event,
  number,
  startsOn,
  endsOn,
  description,
  taken,
  waiting,
  places,
  isActive,
  hasNames,
}: ListedSession) => (
  <li>
    <div>
      <SessionDoor
        {...{ eventKey, event }}
        to={hasNames ? href('/desk/sessions/:id', { id: String(id) }) : undefined}
        session={`Session ${number}, ${dayRange(startsOn, endsOn)}`}
      >
        {!hasNames && ', names from a week before'}
      </SessionDoor>
      <p className="muted">{description}</p>
    </div>
    <div className="flags">
      {waiting > 0 && <Chip>{describeWaiting(waiting)}</Chip>}
      {!isActive && <Chip tone="out">Closed</Chip>}
      {places === null ? <p>{taken} registered</p> : <PlacesMeter taken={taken} places={places} />}
    </div>
  </li>
)
