import { href } from 'react-router'
import { dbContext } from '#platform/contexts.server.ts'
import { dayRange, todayIn } from '#platform/dates.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { requireRight } from '#team/member.server.ts'
import { may } from '#team/rights.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { PlacesMeter } from '#ui/places.tsx'
import { unlistedMeta } from '#ui/site.ts'
import type { Route } from './+types/sessions.route.ts'
import { SessionDoor } from './event-door.tsx'
import { type ListedSession, sessionsFrom } from './sessions.db.server.ts'
import './today.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const member = requireRight(context, 'roster')
  const isCoachAlone = [...member.roles].every((role) => role === 'coach')
  const needsCoach = !isCoachAlone && new URL(request.url).searchParams.get('coach') === 'none'
  const which = {
    ...(isCoachAlone && { coach: member.accountId }),
    ...(needsCoach && { uncoachedOn: todayIn((await readProgramme(db)).timeZone) }),
  }
  const mayWrite = may(member, 'message')
  return { isCoachAlone, needsCoach, mayWrite, sessions: await sessionsFrom(db, new Date(), which) }
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Sessions at the desk')

export default function SessionsPage({ loaderData }: Route.ComponentProps) {
  const { isCoachAlone, needsCoach, mayWrite, sessions } = loaderData
  const none = isCoachAlone
    ? 'You coach no session that goes on or is to come.'
    : 'No session goes on or is to come.'
  return (
    <div className="wrap">
      {needsCoach ? (
        <PageTitle
          lead={
            sessions.length === 0
              ? 'Each session of the next two weeks has a coach.'
              : 'Open one to see who coached it.'
          }
          aside={<ButtonLink to={href('/desk/sessions')}>All sessions</ButtonLink>}
        >
          Sessions without a coach
        </PageTitle>
      ) : (
        <PageTitle
          lead={sessions.length === 0 ? none : 'Open one to see who plays in it.'}
          aside={mayWrite && <ButtonLink to={href('/desk/message')}>Write to families</ButtonLink>}
        >
          {isCoachAlone ? 'My sessions' : 'Sessions'}
        </PageTitle>
      )}
      <div className="stack flow">
        <Listed id="by-day" title="By first day" sessions={sessions.filter(({ isActive }) => isActive)} />
        <Listed id="closed" title="Closed" sessions={sessions.filter(({ isActive }) => !isActive)} />
      </div>
    </div>
  )
}

const Listed = ({ id, title, sessions }: { id: string; title: string; sessions: ListedSession[] }) =>
  sessions.length > 0 && (
    <section className="baseline" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="rows fulls">
        {sessions.map((session) => (
          <Session key={session.id} {...session} />
        ))}
      </ul>
    </section>
  )

const Session = ({
  id,
  eventKey,
  event,
  number,
  startsOn,
  endsOn,
  description,
  taken,
  places,
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
    {places === null ? <p>{taken} registered</p> : <PlacesMeter taken={taken} places={places} />}
  </li>
)
