import { href } from 'react-router'
import { meetingsAt } from '#desk/season/meetings/meetings-at.server.ts'
import { EventDoor } from '#desk/sessions/event-door.tsx'
import { parseGroup } from '#events/events.ts'
import { agesLine, parseAgeGroup } from '#events/fit/ages.ts'
import { formatHours, formatMeets, proposedMeets } from '#meetings/hours.ts'
import { todayIn } from '#platform/format/dates.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { refuse } from '#platform/refusal.ts'
import { accountsByEmail } from '#season/coaches.db.server.ts'
import { formatDayRange } from '#season/drafts/draft-changes.ts'
import { eventIn, nextNumber, sessionIn, toSessionId, withSession } from '#season/drafts/draft-edits.ts'
import { sessionCounts } from '#season/drafts/draft-notices.server.ts'
import { editDraft } from '#season/drafts/drafts.server.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import {
  agesFields,
  agesIn,
  extraIn,
  type FormValues,
  meetsIn,
  newSession,
  plannedIn,
  readSession,
  sessionForm,
  textOrEmpty,
} from '#season/forms/session-form.ts'
import { listMembers } from '#team/members.db.server.ts'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/session.route.ts'
import { keepInDraft, seasonDesk } from './season-desk.server.ts'
import { SeasonFrame } from './season-frame.tsx'
import { SessionForm } from './session-form-view.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const desk = await seasonDesk(context)
  const { event, session, isNew } = findSession(desk.structure, params)
  const counts = (await sessionCounts(desk.db, [event.key])).get(`${event.key} ${params.session}`)
  const proposal = meetsIn(session) ? undefined : proposedMeets(session.note)
  return {
    frame: desk.frame,
    isNew,
    registration:
      isNew || !counts
        ? undefined
        : `${href('/desk/season/registration')}?event=${event.key}&session=${params.session}`,
    roster: counts && `/desk/sessions/${counts.id}`,
    waiting: counts?.waiting ?? 0,
    isClosed: textOrEmpty(session.closed) !== '',
    event: { key: event.key, name: event.name },
    name: isNew ? 'a new session' : `Session ${session.number}`,
    days: isNew ? undefined : formatDayRange(session.starts, session.ends),
    form: { ...sessionForm(session), ...(isNew && { starts: '', ends: '' }) } as FormValues,
    skips: session.skips ?? [],
    extra: extraIn(session).map(({ day, ...hours }) => `${day}, ${formatHours(hours)}`),
    coaches: await coachChoices(desk.db, session.coaches ?? []),
    taken: counts?.taken ?? 0,
    proposal: proposal && formatMeets(proposal),
    agesProposal: agesIn(session) ? undefined : agesProposed(session.note),
    meetings: await meetingsAt(desk.db, counts?.id, isNew ? [] : plannedIn(session)),
    timeZone: desk.structure.programme['time zone'],
  }
}

/** From the route parameters; "new" creates one. */
function findSession(structure: SeasonStructure, { key, session: id }: { key: string; session: string }) {
  const { event } = eventIn(structure, key) ?? refuse('not-found')
  if (id !== 'new') return { event, session: sessionIn(event, id) ?? refuse('not-found'), isNew: false }
  const year = event.sessions.at(-1)?.starts.slice(0, 4) ?? ''
  return { event, session: newSession(event, nextNumber(event, year), year), isNew: true }
}

/** Current coaches, and those already chosen. */
async function coachChoices(db: Parameters<typeof listMembers>[0], chosen: string[]) {
  const members = (await listMembers(db)).flatMap(({ email, ...member }) =>
    email ? { email, ...member } : [],
  )
  const known = members.filter(
    ({ email, roles }) => chosen.includes(email) || roles.some(({ role }) => role === 'coach'),
  )
  const strange = chosen.filter((email) => !known.some((member) => member.email === email))
  return [
    ...known.map(({ email, name }) => ({ email, name })),
    ...strange.map((email) => ({ email, name: email })),
  ]
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { db, writer, structure } = await seasonDesk(context)
  const { event, session: before, isNew } = findSession(structure, params)
  const counts = (await sessionCounts(db, [event.key])).get(`${event.key} ${params.session}`)
  const choices = await coachChoices(db, before.coaches ?? [])
  const known = await accountsByEmail(
    db,
    choices.map(({ email }) => email),
  )
  const id = isNew ? undefined : params.session
  const timeZone = structure.programme['time zone']
  const read = (values: FormValues) =>
    readSession(withProposal(values, before.note), {
      before: isNew ? undefined : before,
      others: event.sessions.filter((other) => toSessionId(other) !== id),
      taken: counts?.taken ?? 0,
      coaches: [...known.keys()],
      today: todayIn(timeZone),
      timeZone,
    })
  return keepInDraft(request, read, async ({ session }, isRemoved) => {
    await editDraft(db, writer, (season) =>
      withSession(season, event.key, isRemoved ? undefined : session, id),
    )
    return href('/desk/season/events/:key/:session', { key: event.key, session: toSessionId(session) })
  })
}

/** "8 to 10", parsed from the brackets. */
function agesProposed(note: string): string | undefined {
  const ages = parseAgeGroup(parseGroup(note))
  return ages && agesLine(ages)
}

/** "Use …" fills in the hours or ages parsed from the text. */
function withProposal(values: FormValues, note: string): FormValues {
  const text = values.note ?? note
  if (values.what === 'confirm-ages') return { ...values, ...agesFields(parseAgeGroup(parseGroup(text))) }
  const proposal = values.what === 'confirm-hours' ? proposedMeets(text) : undefined
  if (!proposal) return values
  const days = Object.fromEntries(proposal.days.map((day) => [`day-${day}`, 'on']))
  return { ...values, ...days, from: proposal.starts, until: proposal.ends }
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'A session at the desk')

export default function SessionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, event, name, days, taken } = loaderData
  const players = `${taken} ${taken === 1 ? 'place is' : 'places are'} taken.`
  return (
    <SeasonFrame
      title={
        <>
          <EventDoor eventKey={event.key}>{event.name}</EventDoor>, {name}
        </>
      }
      lead={days && `${days}. ${players}`}
      frame={frame}
    >
      <SessionForm {...loaderData} answer={actionData} />
    </SeasonFrame>
  )
}
