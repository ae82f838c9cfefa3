import { takenOrKept } from '#events/events.ts'
import { type Kind, kinds } from '#events/kinds.ts'
import { formatWeekdays } from '#events/season.ts'
import { type Day, monthDay } from '#platform/format/dates.ts'
import { parseCents, price } from '#platform/format/money.ts'
import type { DraftChange } from '#season/drafts/draft-changes.ts'
import { eventsIn, toSessionId } from '#season/drafts/draft-edits.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import { textOrEmpty } from '#season/forms/session-form.ts'

type SessionCounts = Map<string, { taken: number; kept: number }>
export type SeasonListRow = ReturnType<typeof listRows>[number]

/** By kind, then day. */
export function seasonList(
  structure: SeasonStructure,
  year: number,
  more: { counts: SessionCounts; changes: DraftChange[]; names: Map<string, string>; today: Day },
) {
  return kinds.map((kind) => ({
    kind,
    rows: listRows(structure, kind, year, more),
    bare: bareEvents(structure, kind, more.changes),
  }))
}

export type BareEvent = ReturnType<typeof bareEvents>[number]

/** Events without any session. */
const bareEvents = (structure: SeasonStructure, kind: Kind, changes: DraftChange[]) =>
  eventsIn(structure)
    .filter((known) => known.kind === kind && known.event.sessions.length === 0)
    .map(({ event }) => ({
      ...{ event: event.key, name: event.name },
      price: price(parseCents(String(event.price)) ?? 0),
      chip: chipFor(changes.find((one) => one.event === event.key)),
      isHidden: event.active === false,
    }))

function listRows(
  structure: SeasonStructure,
  kind: Kind,
  year: number,
  { counts, changes, names, today }: Parameters<typeof seasonList>[2],
) {
  const kindEvents = eventsIn(structure).filter((known) => known.kind === kind)
  const rows = kindEvents.flatMap(({ event }) =>
    event.sessions
      .filter(({ starts }) => starts.startsWith(String(year)))
      .map((session) => {
        const id = toSessionId(session)
        const change = changes.find(
          (one) => one.event === event.key && (one.session === id || (!one.session && one.kind === 'move')),
        )
        const coaches = session.coaches ?? []
        const isOver = session.ends < today
        return {
          ...{ event: event.key, id, name: event.name, starts: session.starts },
          weekdays: formatWeekdays(session.starts, session.ends),
          day: monthDay(session.starts),
          until: session.starts === session.ends ? 'one day' : `to ${monthDay(session.ends)}`,
          session: `Session ${session.number}`,
          line: [session.note, textOrEmpty(session.court)].filter(Boolean).join(', '),
          places: session.places ?? null,
          taken: takenOrKept(counts.get(`${event.key} ${id}`) ?? { taken: 0, kept: 0 }),
          price: price(parseCents(String(event.price)) ?? 0),
          coaches: coaches.map((email) => names.get(email) ?? email).join(', ') || (isOver ? 'no coach' : ''),
          chip: chipFor(change),
          isWithoutCoach: coaches.length === 0 && !isOver,
          isClosed: textOrEmpty(session.closed) !== '',
          isHidden: session.active === false || event.active === false,
        }
      }),
  )
  return rows.sort(
    (left, right) => left.starts.localeCompare(right.starts) || left.name.localeCompare(right.name),
  )
}

function chipFor(change: DraftChange | undefined): string | undefined {
  if (!change) return undefined
  return change.name === 'New' ? 'New in this draft' : `${change.name} changed`
}
