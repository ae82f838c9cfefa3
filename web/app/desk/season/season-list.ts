import { takenOrKept } from '#events/events.ts'
import { type Kind, kinds } from '#events/kinds.ts'
import { weekdaysOf } from '#events/season.ts'
import { type Day, monthDay } from '#platform/format/dates.ts'
import { centsOf, price } from '#platform/format/money.ts'
import type { DraftChange } from '#season/drafts/draft-changes.ts'
import { eventsIn, sessionIdOf } from '#season/drafts/draft-edits.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import { wordsIn } from '#season/forms/session-form.ts'

type Facts = Map<string, { taken: number; kept: number }>
export type SeasonListRow = ReturnType<typeof rowsOf>[number]

/** The sessions of a year as the desk lists them, by kind in the order of their days. */
export function seasonList(
  structure: SeasonStructure,
  year: number,
  more: { facts: Facts; changes: DraftChange[]; names: Map<string, string>; today: Day },
) {
  return kinds.map((kind) => ({
    kind,
    rows: rowsOf(structure, kind, year, more),
    bare: bareEvents(structure, kind, more.changes),
  }))
}

export type BareEvent = ReturnType<typeof bareEvents>[number]

/** Events that have no session in any year, and so no place among the days. */
const bareEvents = (structure: SeasonStructure, kind: Kind, changes: DraftChange[]) =>
  eventsIn(structure)
    .filter((known) => known.kind === kind && known.event.sessions.length === 0)
    .map(({ event }) => ({
      ...{ event: event.key, name: event.name },
      price: price(centsOf(String(event.price)) ?? 0),
      chip: chipOf(changes.find((one) => one.event === event.key)),
      isHidden: event.active === false,
    }))

function rowsOf(
  structure: SeasonStructure,
  kind: Kind,
  year: number,
  { facts, changes, names, today }: Parameters<typeof seasonList>[2],
) {
  const own = eventsIn(structure).filter((known) => known.kind === kind)
  const rows = own.flatMap(({ event }) =>
    event.sessions
      .filter(({ starts }) => starts.startsWith(String(year)))
      .map((session) => {
        const id = sessionIdOf(session)
        const change = changes.find(
          (one) => one.event === event.key && (one.session === id || (!one.session && one.kind === 'move')),
        )
        const coaches = session.coaches ?? []
        const isOver = session.ends < today
        return {
          ...{ event: event.key, id, name: event.name, starts: session.starts },
          weekdays: weekdaysOf(session.starts, session.ends),
          day: monthDay(session.starts),
          until: session.starts === session.ends ? 'one day' : `to ${monthDay(session.ends)}`,
          session: `Session ${session.number}`,
          line: [session.note, wordsIn(session.court)].filter(Boolean).join(', '),
          places: session.places ?? null,
          taken: takenOrKept(facts.get(`${event.key} ${id}`) ?? { taken: 0, kept: 0 }),
          price: price(centsOf(String(event.price)) ?? 0),
          coaches: coaches.map((email) => names.get(email) ?? email).join(', ') || (isOver ? 'no coach' : ''),
          chip: chipOf(change),
          isWithoutCoach: coaches.length === 0 && !isOver,
          isClosed: wordsIn(session.closed) !== '',
          isHidden: session.active === false || event.active === false,
        }
      }),
  )
  return rows.sort(
    (left, right) => left.starts.localeCompare(right.starts) || left.name.localeCompare(right.name),
  )
}

function chipOf(change: DraftChange | undefined): string | undefined {
  if (!change) return undefined
  return change.name === 'New' ? 'New in this draft' : `${change.name} changed`
}
