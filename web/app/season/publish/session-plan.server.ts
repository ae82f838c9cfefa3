import { eq } from 'drizzle-orm'
import { type Event, type Session, sessions } from '#events/events.tables.ts'
import { overlapIn, planMeetings } from '#meetings/plan-meetings.ts'
import { removeMeetings } from '#meetings/sync-meetings.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay } from '#platform/format/dates.ts'
import { keptWith } from '#registrations/places.server.ts'
import { toSessionStructure } from '#season/file/rows-to-structure.ts'
import type { Season } from '#season/file/season-file.server.ts'
import type { PlacedProblem } from '#season/file/season-problems.ts'
import type { SeasonSession } from '#season/file/season-reading.ts'
import type { Planning } from '#season/forms/planning.ts'
import { describeChanges } from './season-changes.ts'
import { changedIn } from './season-diff.server.ts'
import type { KnownSession, SeasonState } from './season-state.server.ts'
import { moveBetween, type Plan } from './session-moves.ts'

/** Events and sessions of a season paired with their rows. */
export const withRows = (state: SeasonState, season: Season) =>
  season.events.map((event) => {
    const row = state.events.find(({ key }) => key === event.key)
    const known = state.sessions.filter(({ eventId }) => eventId === row?.id)
    const pairs = event.sessions.map((session) => ({
      session,
      before: known.find((other) => isSame(other, session)),
    }))
    return { event, row, known, pairs }
  })

/** Identity: event, year and number. */
const isSame = (row: Session, { number, startsOn }: SeasonSession) =>
  row.number === number && row.startsOn.slice(0, 4) === startsOn.slice(0, 4)

export const toPlan = (session: KnownSession, event: Pick<Event, 'location' | 'isActive'>): Plan => ({
  ...session,
  location: event.location,
  isOn: session.isActive && event.isActive,
})

/** Omitted fields keep the row's values. */
export function completed<Fields extends object>(session: Fields, row: KnownSession): KnownSession & Fields {
  const provided = Object.entries(session).filter(([, value]) => value !== undefined)
  return Object.assign({ ...row }, Object.fromEntries(provided) as Fields)
}

export function noteMove({ moves }: Planning, sessionId: number, before: Plan, after?: Plan) {
  const move = moveBetween(sessionId, before, after)
  if (move) moves.push(move)
}

export function planSession(
  plan: Planning,
  eventId: () => number,
  eventName: string,
  session: SeasonSession,
  row: KnownSession | undefined,
) {
  const { demo: _demo, path: _path, ...fields } = session
  const { timeZone } = plan
  const how =
    row &&
    describeChanges(
      changedIn(
        'session',
        toSessionStructure(row, timeZone),
        toSessionStructure(completed(fields, row), timeZone),
      ),
    )
  const what = `${eventName}, ${named(session)}`
  plan.changes.push({ did: row ? (how ? 'changed' : 'unchanged') : 'added', what, how })
  plan.problems.push(...checkSession(session, row, plan))
  const { coaches: _coaches, ...values } = fields
  if (!row) plan.writes.push((tx) => tx.insert(sessions).values({ ...values, eventId: eventId() }))
  else if (how) {
    plan.sessionIds.push(row.id)
    const { places } = values
    plan.writes.push((tx) =>
      tx
        .update(sessions)
        .set({ ...values, ...keptWith(places) })
        .where(eq(sessions.id, row.id)),
    )
  }
}

function checkSession(
  session: SeasonSession,
  row: KnownSession | undefined,
  { today }: Planning,
): PlacedProblem[] {
  const problem = (name: 'places' | 'starts', message: string) => ({
    path: [...session.path, name],
    message: `${name} is ${session[name === 'places' ? 'places' : 'startsOn']}, ${message}`,
  })
  if (!row) return []
  const { taken, meets, skips, extra } = row
  const twice = overlapIn(planMeetings({ ...{ meets, skips, extra }, ...session }))
  return [
    ...(session.places !== null && session.places < taken
      ? [problem('places', `but ${taken} are registered; write ${taken} or more`)]
      : []),
    ...(session.startsOn !== row.startsOn && session.startsOn < today
      ? [problem('starts', `which is past; write ${today} or later`)]
      : []),
    ...(twice ? [problem('starts', `and two meetings on ${longDay(twice.day)} are at the same time`)] : []),
  ]
}

/** Deletes an unused session, closes a used one. True if it stays. */
export function retireSession(plan: Planning, eventName: string, session: KnownSession): boolean {
  const what = `${eventName}, ${named(session)}`
  const { id: sessionId, isUsed, isActive, taken } = session
  const how = `closed: it is not in the file any more, but ${taken || 'nobody still'} registered`
  if (!isUsed) plan.changes.push({ did: 'removed', what })
  else plan.changes.push({ did: isActive ? 'kept' : 'unchanged', what, how })
  if (isUsed && !isActive) return true
  plan.sessionIds.push(sessionId)
  plan.writes.push(isUsed ? (tx) => close(tx, sessionId) : (tx) => remove(tx, sessionId))
  return isUsed
}

const close = (tx: Db, id: number) => tx.update(sessions).set({ isActive: false }).where(eq(sessions.id, id))

async function remove(tx: Db, id: number) {
  await removeMeetings(tx, id)
  await tx.delete(sessions).where(eq(sessions.id, id))
}

const named = (session: Pick<Session, 'number' | 'startsOn'>) =>
  `session ${session.number} (${longDay(session.startsOn)})`
