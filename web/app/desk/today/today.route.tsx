import Search from 'lucide-react/icons/search'
import { Form, href, Link } from 'react-router'
import { Countdown } from '#desk/countdown.tsx'
import { waitingActs } from '#desk/family/money-acts/money-acts.db.server.ts'
import { WaitingActs } from '#desk/family/money-acts/waiting-acts.tsx'
import { pendingTasks } from '#desk/pending-tasks.ts'
import { KeepSheets } from '#desk/sheet/store-sheets.tsx'
import { countCalls } from '#desk/waiting-list/calls.server.ts'
import { events } from '#events/events.tables.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { dayAndTime, fullDay, todayIn } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { unsetParts } from '#setup/settings.server.ts'
import { memberContext } from '#team/member.server.ts'
import { may, mayAll } from '#team/rights.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Field } from '#ui/fields/field.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/today.route.ts'
import {
  almostFull,
  disputesToReplyTo,
  listMeetings,
  nextOpening,
  paidAndClosed,
  readWaiting,
} from './today.db.server.ts'
import { Courts } from './today-courts.tsx'
import { Disputes, Fulls, PaidAndClosed, PendingTasks } from './today-lists.tsx'
import './today.css'

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const member = context.get(memberContext)
  const { timeZone } = await readProgramme(db)
  const today = todayIn(timeZone)
  const unset = may(member, 'settings') ? await unsetParts(context.get(worldContext)) : {}
  const maySeeAll = mayAll(member, 'roster')
  const isCoach = may(member, 'roster') && member.roles.has('coach')
  const calls = may(member, 'families') ? await countCalls(db) : undefined
  const opening = may(member, 'season') ? await nextOpening(db) : undefined
  const fulls = may(member, 'season') ? await almostFull(db, today) : []
  return {
    today,
    tasks: pendingTasks(member.roles, { ...(await readWaiting(db, today)), ...unset, calls }),
    courts:
      maySeeAll || isCoach
        ? await listMeetings(db, today, member.accountId, maySeeAll ? 'all' : 'own')
        : undefined,
    account: member.accountId,
    opening: opening?.at && { ...opening, at: dayAndTime(opening.at, timeZone) },
    fulls,
    isFirst: may(member, 'season') && !opening && fulls.length === 0 && (await db.$count(events)) === 0,
    acts: may(member, 'give back') ? await waitingActs(db, member.actor) : [],
    disputes: may(member, 'sums') ? await disputesToReplyTo(db) : [],
    closed: may(member, 'sums') ? await paidAndClosed(db) : [],
    findsFamilies: may(member, 'sums'),
    readsSessions: may(member, 'roster'),
    mayWrite: may(member, 'message'),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Today at the desk')

export default function TodayPage({ loaderData }: Route.ComponentProps) {
  const { today, tasks, acts, disputes, closed, courts } = loaderData
  const { opening, fulls, mayWrite, isFirst, account } = loaderData
  const lead = isFirst
    ? 'Nothing can be booked yet.'
    : tasks.length + acts.length + disputes.length + closed.length === 0
      ? 'Nothing waits. Enjoy the courts.'
      : 'This waits. The rest is fine.'
  return (
    <div className="wrap">
      <PageTitle lead={lead} aside={<FirstDoor {...loaderData} />}>
        {fullDay(today)}
      </PageTitle>
      {opening && (
        <section className="opening on-surround" aria-labelledby="open">
          <div>
            <h2 id="open">Registration opens {opening.at}</h2>
            <p>
              {opening.sessions === 1 ? '1 session' : `${opening.sessions} sessions`}, {opening.places}{' '}
              places.
            </p>
          </div>
          <Countdown seconds={opening.seconds} />
        </section>
      )}
      {courts && (
        <KeepSheets
          account={account}
          meetings={courts.flatMap(({ id, isOwn, isCancelled }) => (isOwn && !isCancelled ? id : []))}
        />
      )}
      <div className="split desk-split">
        <div className="stack flow">
          {isFirst && <FirstSteps />}
          {tasks.length > 0 && <PendingTasks tasks={tasks} />}
          <WaitingActs acts={acts} />
          {disputes.length > 0 && <Disputes disputes={disputes} />}
          {closed.length > 0 && <PaidAndClosed places={closed} />}
          {fulls.length > 0 && <Fulls fulls={fulls} />}
        </div>
        {courts && (
          <Courts
            courts={courts}
            writeOn={mayWrite && courts.some(({ isCancelled }) => !isCancelled) ? today : undefined}
          />
        )}
      </div>
    </div>
  )
}

const FindFamily = () => (
  <Form action={href('/desk/families')} className="find" role="search">
    <Field
      label="Find a family"
      name="q"
      type="search"
      placeholder="Name, email or phone"
      autoComplete="off"
      spellCheck={false}
    />
    <Button type="submit" variant="ball" icon={<Search aria-hidden size="1.25em" />}>
      Find
    </Button>
  </Form>
)

/** While nothing can be booked yet. */
const FirstSteps = () => (
  <Empty
    title="There is no season yet"
    action={
      <ButtonLink variant="ball" to={href('/desk/season/programme')}>
        Name the programme
      </ButtonLink>
    }
  >
    Say first who you are: name, address, how to reach you, who teaches. Then{' '}
    <Link to={href('/desk/season/events/:key', { key: 'new' })}>add an event</Link> with its sessions, and
    publish both. Or <Link to={href('/desk/season/upload')}>upload all of it as one file</Link>.
  </Empty>
)

/** The member's most common start. */
function FirstDoor({ findsFamilies, readsSessions }: { findsFamilies: boolean; readsSessions: boolean }) {
  if (findsFamilies) return <FindFamily />
  return readsSessions && <ButtonLink to="/desk/sessions">See the sessions</ButtonLink>
}
