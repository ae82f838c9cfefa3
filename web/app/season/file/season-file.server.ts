import { plurals } from '#events/events.ts'
import { type Kind, kinds } from '#events/kinds.ts'
import type { Day } from '#platform/format/dates.ts'
import type { WidePicture } from '#platform/settings/programme.tables.ts'
import { meetingsIn } from '#season/meetings/season-meetings.ts'
import { pictureName } from '#season/pictures/picture-name.ts'
import { checkDemo } from '#season/season-demo.ts'
import { type PartialEvent, type PartialSeason, parsePartial } from './partial-season.ts'
import { parseDay, waysToWriteADay, yearFrom } from './season-days.ts'
import { type DemoSection, SeasonFile } from './season-file.schema.ts'
import { findLine, type Path, positionsIn } from './season-lines.ts'
import { notOnStaff, quoted } from './season-messages.ts'
import { type FileProblem, listProblems, locateProblems, type PlacedProblem } from './season-problems.ts'
import type { Reading, SeasonSession } from './season-reading.ts'
import type { SeasonStructure } from './season-structure.server.ts'
import { readText } from './season-text.server.ts'

/** A season file as received; `pictures`: data URLs by path. */
export type SourceFile = { name: string; text: string; pictures: Record<string, string> }

type SeasonEvent = ReturnType<typeof toEvent>
export type Season = {
  base: Day
  programme: Omit<SeasonFile['programme'], 'picture' | 'accent' | 'logo'> & {
    picture: WidePicture | null
    accent: string | null
    logo: string | null
  }
  /** As data URLs, like `logoImg`. */
  img: string | undefined
  logoImg: string | undefined
  staff: { name: string; year: number; bio: string; img: string | null }[]
  events: SeasonEvent[]
  demo: DemoSection | undefined
  /** Exports leave the demo accounts out without removing them. */
  demoStays: boolean
  /** Revision that an export was made from. */
  revision: number | undefined
}

type ReadSeason =
  | { season: Season; problems: []; lineOf: (path: Path) => number; places: [] }
  | { season: undefined; problems: FileProblem[]; places: PlacedProblem[] }

/**
 * Parses and validates a season file. `baseIn` returns the base of relative days in the file's time zone. With any
 * problem there is no season.
 */
export function readSeason(file: SourceFile, baseIn: (timeZone: string) => Day): ReadSeason {
  const list = listProblems(file.name)
  const text = readText(file.text)
  if ('words' in text) {
    list.add(text.line, text.words)
    return { season: undefined, ...list.inOrder() }
  }
  const { document, lineAt, guessed, isWhole } = text
  for (const { line, words: message } of text.problems) list.add(line, message)
  if (!isWhole) return { season: undefined, ...list.inOrder() }
  const lineOf = (path: Path) => findLine(document, lineAt, path)
  const at = (path: Path, message: string) => {
    if (!guessed.has(lineOf(path))) list.add(lineOf(path), message, path)
  }
  const placeOf = (path: Path) => `in line ${lineOf(path)}`
  return check(document.toJS(), file.pictures, baseIn, { list, at, lineOf, placeOf })
}

/** Validates a structure without a text. */
export function readStructure(structure: SeasonStructure, pictures: Pictures, base: Day): ReadSeason {
  const list = listProblems('season')
  const lineOf = positionsIn(structure)
  const at = (path: Path, message: string) => list.add(lineOf(path), message, path)
  return check(structure, pictures, () => base, { list, at, lineOf, placeOf: () => 'in another place' })
}

type Pictures = SourceFile['pictures']
type Places = Pick<Reading, 'at' | 'placeOf'> & {
  lineOf: (path: Path) => number
  list: ReturnType<typeof listProblems>
}

function check(
  written: unknown,
  pictures: Pictures,
  baseIn: (timeZone: string) => Day,
  { list, lineOf, ...places }: Places,
): ReadSeason {
  const { data, error } = SeasonFile.safeParse(written)
  for (const issue of error?.issues ?? [])
    for (const [path, message] of locateProblems(issue)) places.at(path, message)
  const parsed = parsePartial(written)
  const base = baseIn(parsed.timeZone ?? 'UTC')
  const reading = { base, timeZone: parsed.timeZone ?? 'UTC', ...places }
  const { picture, img } = toPicture(parsed.picture, pictures, reading)
  const { logo, logoImg } = toLogo(parsed.logo, pictures, reading)
  const staff = toStaff(parsed.staff, pictures, reading)
  const events = kinds.flatMap((kind) =>
    parsed.events[kind].flatMap((event, index) => (event ? [toEvent(kind, event, index, reading)] : [])),
  )
  checkKeys(events, reading)
  checkCoaches(events, parsed.staff, reading)
  if (parsed.demo !== 'wrong') checkDemo(parsed.demo, events, reading)
  if (!data || !list.isEmpty()) return { season: undefined, ...list.inOrder() }
  const { programme, demo, 'demo stays': demoStays = false, revision } = data
  const { accent = null } = programme
  return {
    season: {
      ...{ base, programme: { ...programme, picture, accent, logo }, img, logoImg },
      ...{ staff, events, demo, demoStays, revision },
    },
    lineOf,
    problems: [],
    places: [],
  }
}

function toPicture(picture: PartialSeason['picture'], pictures: Pictures, reading: Reading) {
  if (!picture) return { picture: null, img: undefined }
  const { file, alt, focus = '50% 50%' } = picture
  const img = findImage(file, pictures, ['programme', 'picture', 'file'], reading)
  return { picture: { name: img ? pictureName('home', img) : file, alt, focus }, img }
}

function toLogo(file: string | undefined, pictures: Pictures, reading: Reading) {
  const logoImg = findImage(file, pictures, ['programme', 'logo'], reading)
  return { logo: logoImg ? pictureName('logo', logoImg) : (file ?? null), logoImg }
}

/** The data URL for the path in a line; otherwise adds a problem. */
function findImage(file: string | undefined, pictures: Pictures, path: Path, { at }: Reading) {
  if (!file) return undefined
  const img = pictures[file]
  const missing = 'was not found; write the path of a file beside this one'
  if (!img?.startsWith('data:image/')) at(path, `${path.at(-1)} ${quoted(file)} ${img ?? missing}`)
  return img
}

function toStaff(members: PartialSeason['staff'], pictures: Pictures, reading: Reading): Season['staff'] {
  const { base, at } = reading
  const seen = new Set<string>()
  return members.flatMap((member, index) => {
    if (!member) return []
    const { name, years, picture, bio } = member
    const img = findImage(picture, pictures, ['staff', index, 'picture'], reading)
    return years.flatMap((written, place) => {
      const year = yearFrom(written, base)
      if (!year)
        at(
          ['staff', index, 'years', place],
          `years has ${quoted(String(written))}; write a year such as 2027, or this year`,
        )
      if (seen.has(`${name} ${year}`))
        at(['staff', index, 'name'], `${name} stands here twice in ${year}; write one entry`)
      seen.add(`${name} ${year}`)
      return year ? [{ name, year, bio, img: img ?? null }] : []
    })
  })
}

function toEvent(kind: Kind, event: PartialEvent, index: number, reading: Reading) {
  const path = [plurals[kind], index]
  return {
    key: event.key,
    kind,
    name: event.name,
    summary: event.summary,
    description: event.description.replace(/([^\n])\n(?=[^\n])/g, '$1 '),
    priceCents: event.price,
    priceDescription: event['price note'],
    location: event.location.join('<br>'),
    formats: event.format ?? [],
    missions: event.missions ?? [],
    coach: event.coach ?? null,
    bring: event.bring ?? [],
    isActive: event.active ?? true,
    path,
    sessions: toSessions(event, path, reading),
  }
}

function toSessions(event: PartialEvent, path: Path, reading: Reading): SeasonSession[] {
  const { base, at, placeOf } = reading
  const seen = new Map<string, string>()
  return event.sessions.flatMap((session, index) => {
    if (!session) return []
    const sessionPath = [...path, 'sessions', index]
    const read = (name: 'starts' | 'ends', from: Day) => {
      const day = parseDay(session[name], from)
      if (!day)
        at(
          [...sessionPath, name],
          `${name} is ${quoted(session[name])}; write a day such as ${waysToWriteADay}`,
        )
      return day ?? from
    }
    const startsOn = read('starts', base)
    const endsOn = read('ends', startsOn)
    if (endsOn < startsOn)
      at([...sessionPath, 'ends'], `ends is ${endsOn}, before it starts; write ${startsOn} or later`)
    const known = `${startsOn.slice(0, 4)} ${session.number}`
    const twin = seen.get(known)
    if (twin)
      at(
        [...sessionPath, 'number'],
        `session ${session.number} of ${startsOn.slice(0, 4)} stands ${twin} already; write another number`,
      )
    seen.set(known, placeOf([...sessionPath, 'number']))
    return {
      number: session.number,
      startsOn,
      endsOn,
      description: session.note,
      places: session.places ?? null,
      isActive: session.active ?? true,
      demo: session.demo ?? {},
      path: sessionPath,
      ...meetingsIn(session, sessionPath, { startsOn, endsOn }, reading),
    }
  })
}

function checkKeys(events: SeasonEvent[], { at, placeOf }: Reading) {
  const known = new Map<string, string>()
  for (const { key, path } of events) {
    const twin = known.get(key)
    if (twin) at([...path, 'key'], `key is “${key}” as ${twin}; write a key of its own`)
    if (key) known.set(key, placeOf([...path, 'key']))
  }
}

/** Skipped while a staff entry is invalid, since names are unknown then. */
function checkCoaches(events: SeasonEvent[], members: PartialSeason['staff'], { at }: Reading) {
  const staff = members.map((member) => member?.name)
  for (const { coach, path } of events)
    if (coach && !staff.includes(coach.name) && !staff.includes(undefined))
      at([...path, 'coach', 'name'], `name ${notOnStaff(coach.name, staff.map(String))}`)
}
