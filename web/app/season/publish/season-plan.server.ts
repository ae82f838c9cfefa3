import { eq } from 'drizzle-orm'
import { type Event, events } from '#events/events.tables.ts'
import type { Day } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { toEventStructure, toStructure } from '#season/file/rows-to-structure.ts'
import type { Season } from '#season/file/season-file.server.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import type { Planning, SeasonPlan } from '#season/forms/planning.ts'
import { describeChanges } from './season-changes.ts'
import { type ChangedLine, changedIn } from './season-diff.server.ts'
import { planProgramme, planStaff, programmeRow } from './season-plan-head.server.ts'
import type { KnownSession, SeasonState } from './season-state.server.ts'
import { completed, noteMove, planSession, retireSession, toPlan, withRows } from './session-plan.server.ts'

export function planSeason(state: SeasonState, season: Season, today: Day): SeasonPlan {
  const timeZone = season.programme['time zone']
  const plan: Planning = {
    ...{ changes: [], problems: [], moves: [], sessionIds: [], writes: [] },
    ...{ today, timeZone },
  }
  planProgramme(plan, season, state.programme)
  planStaff(plan, season.staff, state.staff)
  const planned = withRows(state, season)
  for (const one of planned) planEvent(plan, one)
  for (const row of state.events)
    if (!planned.some((one) => one.row === row)) retireEvent(plan, row, state.sessions)
  plan.sessionIds = [...new Set([...plan.sessionIds, ...plan.moves.map(({ sessionId }) => sessionId)])]
  plan.sessionIds.sort((left, right) => left - right)
  return plan
}

type Planned = ReturnType<typeof withRows>[number]

function planEvent(plan: Planning, { event, row, known, pairs }: Planned) {
  const { sessions: _sessions, path: _path, ...values } = event
  const how = row && describeChanges(changesIn(row, values))
  const what = `${event.kind} ${event.name}`
  plan.changes.push({ did: row ? (how ? 'changed' : 'unchanged') : 'added', what, how })
  let { id } = row ?? { id: 0 }
  if (!row)
    plan.writes.push(async (tx) => {
      id = orNotFound((await tx.insert(events).values(values).returning({ id: events.id }))[0]).id
    })
  else if (how) plan.writes.push((tx) => tx.update(events).set(values).where(eq(events.id, row.id)))
  for (const { session, before } of pairs) {
    planSession(plan, () => id, what, session, before)
    if (row && before)
      noteMove(plan, before.id, toPlan(before, row), toPlan(completed(session, before), event))
  }
  const gone = known.filter((session) => !pairs.some(({ before }) => before === session))
  for (const session of gone) {
    if (row) noteMove(plan, session.id, toPlan(session, row))
    retireSession(plan, what, session)
  }
}

function retireEvent(plan: Planning, event: Event, sessions: KnownSession[]) {
  const what = `${event.kind} ${event.name}`
  const stays: boolean[] = []
  for (const session of sessions.filter(({ eventId }) => eventId === event.id)) {
    noteMove(plan, session.id, toPlan(session, event))
    stays.push(retireSession(plan, what, session))
  }
  const isThisEvent = eq(events.id, event.id)
  if (!stays.includes(true)) {
    plan.changes.push({ did: 'removed', what })
    plan.writes.push((tx) => tx.delete(events).where(isThisEvent))
    return
  }
  const how = 'closed, because families are registered'
  plan.changes.push({ did: event.isActive ? 'kept' : 'unchanged', what, how })
  if (event.isActive) plan.writes.push((tx) => tx.update(events).set({ isActive: false }).where(isThisEvent))
}

/** The resulting season, with omitted lines filled in. */
export function seasonAfter(state: SeasonState, season: Season): SeasonStructure {
  const events = withRows(state, season).map(({ event, pairs }) => ({
    ...event,
    sessions: pairs.map(({ session, before }) => (before ? completed(session, before) : session)),
  }))
  return toStructure({ programme: programmeRow(season, state.programme), staff: season.staff, events })
}

function changesIn(row: Event, values: Omit<Event, 'id'>): ChangedLine[] {
  const isOtherKind = row.kind !== values.kind
  return [
    ...(isOtherKind ? [{ key: '', entity: '', name: 'kind', before: row.kind, after: values.kind }] : []),
    ...changedIn('event', toEventStructure(row), toEventStructure(values)),
  ]
}
