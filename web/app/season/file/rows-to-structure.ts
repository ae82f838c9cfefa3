import type { Event, Session } from '#events/events.tables.ts'
import { plurals } from '#events/events.ts'
import { agesLine } from '#events/fit/ages.ts'
import { kinds } from '#events/kinds.ts'
import { formatHours, formatMeets } from '#meetings/hours.ts'
import { skillLevels } from '#people/people.ts'
import { formatTime } from '#platform/format/clock.ts'
import { toLocal } from '#platform/format/dates.ts'
import { inDollars } from '#platform/format/money.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'
import { pictureName } from '#season/pictures/picture-name.ts'
import type { SeasonStructure, StructureEvent, StructureSession } from './season-structure.server.ts'

type ProgrammeRow = Omit<Programme, 'id' | 'seasonBase'>
type StaffRow = { name: string; year: number; bio: string; img: string | null }
type EventRow = Omit<Event, 'id'>
type SessionRow = Pick<Session, 'number' | 'startsOn' | 'endsOn' | 'description' | 'places' | 'isActive'> &
  Partial<
    Pick<Session, 'meets' | 'skips' | 'extra' | 'court' | 'opensAt' | 'closedWords'> &
      Pick<Session, 'agesFrom' | 'agesTo' | 'agesOn' | 'levels'> & { coaches: string[] }
  >
export type SeasonRows = {
  programme: ProgrammeRow
  staff: StaffRow[]
  events: (EventRow & { sessions: SessionRow[] })[]
}

export function toStructure({ programme, staff, events }: SeasonRows): SeasonStructure {
  const toEvents = (kind: Event['kind']) =>
    events
      .filter((event) => event.kind === kind)
      .map(({ sessions, ...event }) => ({
        ...toEventStructure(event),
        sessions: sessions.map((session) => toSessionStructure(session, programme.timeZone)),
      }))
  return {
    programme: toProgramme(programme),
    staff: groupStaff(staff.map((row) => ({ name: row.name, year: row.year, ...toMember(row) }))),
    ...Object.fromEntries(kinds.map((kind) => [plurals[kind], toEvents(kind)])),
  }
}

export const toProgramme = (row: ProgrammeRow): SeasonStructure['programme'] => ({
  name: row.name,
  blurb: row.blurb,
  email: row.email,
  phone: row.phone,
  address: row.addressLines,
  'time zone': row.timeZone,
  wallet: row.walletHandle,
  clubs: row.clubs,
  sections: row.sections,
  ...(row.picture && {
    picture: { file: row.picture.name, focus: row.picture.focus, alt: row.picture.alt },
  }),
  ...(row.accent && { accent: row.accent }),
  ...(row.logo && { logo: row.logo }),
  ...(Object.keys(row.limits).length > 0 && { limits: row.limits }),
  ...(row.reliabilityPage && { 'reliability page': true }),
  causes: row.causes,
  closed: row.closedWords ?? [],
})

export const toMember = ({ name, bio, img }: Omit<StaffRow, 'year'>) => ({
  ...(img && { picture: pictureName(name, img) }),
  bio,
})

type Member = { name: string; year: number | string; picture?: string | undefined; bio: string }

/** Merges consecutive years with equal text. */
export function groupStaff(rows: Member[]): NonNullable<SeasonStructure['staff']> {
  const members: { name: string; years: (number | string)[]; picture?: string; bio: string }[] = []
  for (const { name, year, picture, bio } of rows) {
    const before = members.at(-1)
    if (before?.name === name && before.bio === bio && before.picture === picture) before.years.push(year)
    else members.push({ name, years: [year], ...(picture && { picture }), bio })
  }
  return members
}

export const toEventStructure = (event: EventRow): Omit<StructureEvent, 'sessions'> => ({
  key: event.key,
  name: event.name,
  summary: event.summary,
  price: inDollars(event.priceCents),
  'price note': event.priceDescription,
  location: event.location.split('<br>'),
  description: event.description,
  ...(event.formats.length > 0 && { format: event.formats }),
  ...(event.missions.length > 0 && { missions: event.missions }),
  ...(event.coach && { coach: event.coach }),
  ...(event.bring.length > 0 && { bring: event.bring }),
  ...(!event.isActive && { active: false }),
})

export function toSessionStructure(session: SessionRow, timeZone: string): StructureSession {
  const { meets, skips = [], extra = [], court, coaches = [], opensAt, closedWords } = session
  const { agesFrom = null, agesTo = null, agesOn, levels = [] } = session
  const opens = opensAt && toLocal(opensAt, timeZone)
  return {
    number: session.number,
    starts: session.startsOn,
    ends: session.endsOn,
    note: session.description,
    ...(session.places !== null && { places: session.places }),
    ...(!session.isActive && { active: false }),
    // Empty values are written out: a missing line would mean "unchanged".
    meets: meets ? formatMeets(meets) : [],
    skips,
    extra: extra.map(({ day, ...hours }) => `${day}, ${formatHours(hours)}`),
    court: court ?? [],
    coaches,
    opens: opens ? `${opens.day}, ${formatTime(opens.time)}` : [],
    ages: agesFrom === null || agesTo === null ? [] : agesLine({ from: agesFrom, to: agesTo }),
    'ages on': agesOn ?? [],
    levels: skillLevels.filter((level) => levels.includes(level)),
    closed: closedWords ?? [],
  }
}
