import { type Day, dayRange, monthDay, nearDay, toYear } from '#platform/format/dates.ts'
import type { Event, Session } from './events.tables.ts'
import type { Kind } from './kinds.ts'

export const plurals = {
  clinic: 'clinics',
  lesson: 'lessons',
  league: 'leagues',
  tournament: 'tournaments',
} as const

export const isKind = (word: string): word is Kind => Object.hasOwn(plurals, word)

/** Until its first day, inclusive, while event and session are active. */
export const isBookable = (
  event: Pick<Event, 'isActive'>,
  session: Pick<Session, 'isActive' | 'startsOn'>,
  today: Day,
) => event.isActive && session.isActive && today <= session.startsOn

type Room = Pick<Session, 'places' | 'taken' | 'kept'>

export const placesLeft = ({ places, ...room }: Room) =>
  places === null ? undefined : Math.max(0, places - takenOrKept(room))

/** Taken, or kept for the waiting list. */
export const takenOrKept = ({ taken, kept }: Pick<Room, 'taken' | 'kept'>) => taken + kept

export const isFull = (session: Room) => placesLeft(session) === 0

/** Year of the next bookable session; else of the last session; else this year. */
export function registerYear(event: Pick<Event, 'isActive'>, sessions: Session[], today: Day): number {
  const starts = sessions.map(({ startsOn }) => startsOn).sort()
  const open = sessions.filter((session) => isBookable(event, session, today))
  const next = open.map(({ startsOn }) => startsOn).sort()[0]
  return toYear(next ?? starts.at(-1) ?? today)
}

/** "Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)" → "Ages 8 to 10"; without brackets, ''. */
export const parseGroup = (description: string) => /\(([^)]*)/.exec(description)?.[1]?.trim() ?? ''

export const withoutGroup = (description: string) => description.replace(/\s*\([^)]*\)?/, '').trim()

/** "Session 2: Jun 21 - Jun 24 | Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)" */
export const sessionText = (session: Pick<Session, 'number' | 'startsOn' | 'endsOn' | 'description'>) =>
  `Session ${session.number}: ${monthDay(session.startsOn)} - ${monthDay(session.endsOn)} | ${session.description}`

/** Separated by line-break markers. */
export const splitLines = (location: string) =>
  location
    .split(/<br\s*\/?>|\n/i)
    .map((line) => line.trim())
    .filter(Boolean)

/** Lines of place, for maps; lines with a clock time are left out. */
export function placeLines(lines: string[]): string[] {
  const places = lines.filter((line) => !/\d:\d\d/.test(line))
  return places.length > 0 ? places : lines
}

type Offered = Session & { opens: string | null }
export type SessionView = ReturnType<typeof sessionView>

/** Preformatted on the server, so that browsers format nothing. */
function sessionView(session: Offered) {
  const { opens, closedWords } = session
  const full = isFull(session)
  const [availability, mark] = closedWords
    ? ['OutOfStock', 'Closed']
    : opens
      ? ['PreOrder', `Opens ${opens}`]
      : full
        ? ['SoldOut', 'Full']
        : ['InStock', '']
  return {
    id: session.id,
    number: session.number,
    startsOn: session.startsOn,
    endsOn: session.endsOn,
    starts: monthDay(session.startsOn),
    ends: nearDay(session.endsOn),
    days: dayRange(session.startsOn, session.endsOn).replace(' –', '\u00a0–'),
    description: session.description,
    text: [sessionText(session), mark].filter(Boolean).join(' – '),
    when: withoutGroup(session.description),
    places: session.places,
    taken: takenOrKept(session),
    isFull: full,
    /** Full, closed, or not open yet. */
    isShut: mark !== '',
    notice: closedWords ?? (opens && mark),
    availability,
  }
}

type SessionGroup = { name: string; heading: string; laterYear: number | undefined; sessions: SessionView[] }

/**
 * Bookable sessions by the bracketed part of their description, in order. Those of a later year than the box registers
 * for are separate groups.
 */
export function sessionGroups(event: Pick<Event, 'isActive'>, sessions: Offered[], today: Day) {
  const registers = registerYear(event, sessions, today)
  const groups = new Map<string, SessionGroup>()
  for (const session of sessions.filter((candidate) => isBookable(event, candidate, today))) {
    const [heading, year] = [parseGroup(session.description), toYear(session.startsOn)]
    const laterYear = year === registers ? undefined : year
    const name = [heading, laterYear].filter(Boolean).join(', ')
    const group = groups.get(name) ?? { name, heading, laterYear, sessions: [] }
    group.sessions.push(sessionView(session))
    groups.set(name, group)
  }
  return [...groups.values()]
}

/** Without sessions that have started by that day. */
export const stillOpen = (groups: SessionGroup[], today: Day): SessionGroup[] =>
  groups
    .map((group) => ({ ...group, sessions: group.sessions.filter(({ startsOn }) => today <= startsOn) }))
    .filter(({ sessions }) => sessions.length > 0)
