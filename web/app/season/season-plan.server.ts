import { eq } from 'drizzle-orm'
import { type Event, events } from '#events/events.tables.ts'
import type { Day } from '#platform/dates.ts'
import { found } from '#platform/refusal.ts'
import type { Planning, SeasonPlan } from './planning.ts'
import { howOf } from './season-changes.ts'
import { type ChangedLine, changedIn } from './season-diff.server.ts'
import type { Season, SeasonEvent } from './season-file.server.ts'
import { planProgramme, planStaff, programmeRow } from './season-plan-head.server.ts'
import type { KnownSession, SeasonState } from './season-state.server.ts'
import type { SeasonStructure } from './season-structure.server.ts'
import { completed, isSame, noteMove, planOf, planSession, retireSession } from './session-plan.server.ts'
import { eventOfRow, structureOfRows } from './structure-of-rows.ts'

export function planSeason(state: SeasonState, season: Season, today: Day): SeasonPlan {
  const timeZone = season.programme['time zone']
  const plan: Planning = {
    ...{ changes: [], problems: [], moves: [], sessionIds: [], writes: [] },
    ...{ today, timeZone },
  }
  planProgramme(plan, season, state.programme)
  planStaff(plan, season.staff, state.staff)
  const sessionsOf = ({ id }: Event) => state.sessions.filter(({ eventId }) => eventId === id)
  for (const event of season.events) {
    const row = state.events.find(({ key }) => key === event.key)
    planEvent(plan, event, row, row ? sessionsOf(row) : [])
  }
  for (const row of state.events)
    if (!season.events.some(({ key }) => key === row.key)) retireEvent(plan, row, sessionsOf(row))
  plan.sessionIds = [...new Set([...plan.sessionIds, ...plan.moves.map(({ sessionId }) => sessionId)])]
  plan.sessionIds.sort((left, right) => left - right)
  return plan
}

function planEvent(plan: Planning, event: SeasonEvent, row: Event | undefined, known: KnownSession[]) {
  const { sessions: planned, path: _path, ...values } = event
  const how = row && howOf(changesIn(row, values))
  const what = `${event.kind} ${event.name}`
  plan.changes.push({ did: row ? (how ? 'changed' : 'unchanged') : 'added', what, how })
  let { id } = row ?? { id: 0 }
  if (!row)
    plan.writes.push(async (tx) => {
      id = found((await tx.insert(events).values(values).returning({ id: events.id }))[0]).id
    })
  else if (how) plan.writes.push((tx) => tx.update(events).set(values).where(eq(events.id, row.id)))
  const left = new Set(known)
  for (const session of planned) {
    const before = known.find((other) => isSame(other, session))
    if (before) left.delete(before)
    planSession(plan, () => id, what, session, before)
    if (row && before)
      noteMove(plan, before.id, planOf(before, row), planOf(completed(session, before), event))
  }
  for (const gone of left) {
    if (row) noteMove(plan, gone.id, planOf(gone, row))
    retireSession(plan, what, gone)
  }
}

function retireEvent(plan: Planning, event: Event, known: KnownSession[]) {
  const what = `${event.kind} ${event.name}`
  const stays: boolean[] = []
  for (const session of known) {
    noteMove(plan, session.id, planOf(session, event))
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

/** The season as it would be, where a file leaves lines out too. */
export function seasonAfter(state: SeasonState, season: Season): SeasonStructure {
  const events = season.events.map((event) => {
    const row = state.events.find(({ key }) => key === event.key)
    const known = state.sessions.filter(({ eventId }) => eventId === row?.id)
    const sessions = event.sessions.map((session) => {
      const before = known.find((other) => isSame(other, session))
      return before ? completed(session, before) : session
    })
    return { ...event, sessions }
  })
  return structureOfRows({ programme: programmeRow(season, state.programme), staff: season.staff, events })
}

function changesIn(row: Event, values: Omit<Event, 'id'>): ChangedLine[] {
  const isOtherKind = row.kind !== values.kind
  return [
    ...(isOtherKind ? [{ key: '', thing: '', name: 'kind', before: row.kind, after: values.kind }] : []),
    ...changedIn('event', eventOfRow(row), eventOfRow(values)),
  ]
}
