import { pluralOf } from '#events/events.ts'
import { type Kind, kinds } from '#events/kinds.ts'
import type { Day } from '#platform/format/dates.ts'
import type { WidePicture } from '#platform/settings/programme.tables.ts'
import { meetingsIn } from '#season/meetings/season-meetings.ts'
import { pictureName } from '#season/pictures/picture-name.ts'
import { checkDemo } from '#season/season-demo.ts'
import { dayOf, waysToWriteADay, yearFrom } from './season-days.ts'
import { type DemoSection, SeasonFile } from './season-file.schema.ts'
import { lineOfPath, orderOf, type Path } from './season-lines.ts'
import { type PartEvent, type Parts, partsOf } from './season-parts.ts'
import { type FileProblem, listProblems, type PlacedProblem, placesOf } from './season-problems.ts'
import type { Reading, SeasonSession } from './season-reading.ts'
import type { SeasonStructure } from './season-structure.server.ts'
import { readText } from './season-text.server.ts'
import { notOnStaff, quoted } from './season-words.ts'

/** A season file as it came: its text, its name for the messages, and the pictures that lie beside it as data URLs. */
export type GivenFile = { name: string; text: string; pictures: Record<string, string> }

type SeasonEvent = ReturnType<typeof eventOf>
export type Season = {
  base: Day
  programme: Omit<SeasonFile['programme'], 'picture' | 'accent' | 'logo'> & {
    picture: WidePicture | null
    accent: string | null
    logo: string | null
  }
  /** The picture of the programme, as a data URL. */
  img: string | undefined
  logoImg: string | undefined
  staff: { name: string; year: number; bio: string; img: string | null }[]
  events: SeasonEvent[]
  demo: DemoSection | undefined
  /** An exported file says nothing of the demo accounts, and leaves them as they are. */
  demoStays: boolean
  /** The state that an exported file was made of. */
  revision: number | undefined
}

type ReadSeason =
  | { season: Season; problems: []; lineOf: (path: Path) => number; places: [] }
  | { season: undefined; problems: FileProblem[]; places: PlacedProblem[] }

/**
 * Reads and checks a whole season file. `baseIn` answers the day that counted days begin from, in the file's own
 * time zone. With any problem there is no season.
 */
export function readSeason(file: GivenFile, baseIn: (timeZone: string) => Day): ReadSeason {
  const list = listProblems(file.name)
  const text = readText(file.text)
  if ('words' in text) {
    list.add(text.line, text.words)
    return { season: undefined, ...list.inOrder() }
  }
  const { document, lineAt, guessed, isWhole } = text
  for (const { line, words } of text.problems) list.add(line, words)
  if (!isWhole) return { season: undefined, ...list.inOrder() }
  const lineOf = (path: Path) => lineOfPath(document, lineAt, path)
  const at = (path: Path, words: string) => {
    if (!guessed.has(lineOf(path))) list.add(lineOf(path), words, path)
  }
  const placeOf = (path: Path) => `in line ${lineOf(path)}`
  return check(document.toJS(), file.pictures, baseIn, { list, at, lineOf, placeOf })
}

/** Checks a season that stands in no file, without the way over a text. */
export function readStructure(structure: SeasonStructure, pictures: Pictures, base: Day): ReadSeason {
  const list = listProblems('season')
  const lineOf = orderOf(structure)
  const at = (path: Path, words: string) => list.add(lineOf(path), words, path)
  return check(structure, pictures, () => base, { list, at, lineOf, placeOf: () => 'in another place' })
}

type Pictures = GivenFile['pictures']
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
  for (const issue of error?.issues ?? []) for (const [path, words] of placesOf(issue)) places.at(path, words)
  const parts = partsOf(written)
  const base = baseIn(parts.timeZone ?? 'UTC')
  const reading = { base, timeZone: parts.timeZone ?? 'UTC', ...places }
  const { picture, img } = pictureOf(parts.picture, pictures, reading)
  const { logo, logoImg } = logoOf(parts.logo, pictures, reading)
  const staff = staffOf(parts.staff, pictures, reading)
  const events = kinds.flatMap((kind) =>
    parts.events[kind].flatMap((event, index) => (event ? [eventOf(kind, event, index, reading)] : [])),
  )
  checkKeys(events, reading)
  checkCoaches(events, parts.staff, reading)
  if (parts.demo !== 'wrong') checkDemo(parts.demo, events, reading)
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

function pictureOf(picture: Parts['picture'], pictures: Pictures, reading: Reading) {
  if (!picture) return { picture: null, img: undefined }
  const { file, alt, focus = '50% 50%' } = picture
  const img = imgOf(file, pictures, ['programme', 'picture', 'file'], reading)
  return { picture: { name: img ? pictureName('home', img) : file, alt, focus }, img }
}

function logoOf(file: string | undefined, pictures: Pictures, reading: Reading) {
  const logoImg = imgOf(file, pictures, ['programme', 'logo'], reading)
  return { logo: logoImg ? pictureName('logo', logoImg) : (file ?? null), logoImg }
}

/** The picture that the line at `path` names, as a data URL; what cannot be one is said there. */
function imgOf(file: string | undefined, pictures: Pictures, path: Path, { at }: Reading) {
  if (!file) return undefined
  const img = pictures[file]
  const missing = 'was not found; write the path of a file beside this one'
  if (!img?.startsWith('data:image/')) at(path, `${path.at(-1)} ${quoted(file)} ${img ?? missing}`)
  return img
}

function staffOf(members: Parts['staff'], pictures: Pictures, reading: Reading): Season['staff'] {
  const { base, at } = reading
  const seen = new Set<string>()
  return members.flatMap((member, index) => {
    if (!member) return []
    const { name, years, picture, bio } = member
    const img = imgOf(picture, pictures, ['staff', index, 'picture'], reading)
    return years.flatMap((words, place) => {
      const year = yearFrom(words, base)
      if (!year)
        at(
          ['staff', index, 'years', place],
          `years has ${quoted(String(words))}; write a year such as 2027, or this year`,
        )
      if (seen.has(`${name} ${year}`))
        at(['staff', index, 'name'], `${name} stands here twice in ${year}; write one entry`)
      seen.add(`${name} ${year}`)
      return year ? [{ name, year, bio, img: img ?? null }] : []
    })
  })
}

function eventOf(kind: Kind, event: PartEvent, index: number, reading: Reading) {
  const path = [pluralOf[kind], index]
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
    sessions: sessionsOf(event, path, reading),
  }
}

function sessionsOf(event: PartEvent, path: Path, reading: Reading): SeasonSession[] {
  const { base, at, placeOf } = reading
  const seen = new Map<string, string>()
  return event.sessions.flatMap((session, index) => {
    if (!session) return []
    const own = [...path, 'sessions', index]
    const read = (name: 'starts' | 'ends', from: Day) => {
      const day = dayOf(session[name], from)
      if (!day)
        at([...own, name], `${name} is ${quoted(session[name])}; write a day such as ${waysToWriteADay}`)
      return day ?? from
    }
    const startsOn = read('starts', base)
    const endsOn = read('ends', startsOn)
    if (endsOn < startsOn)
      at([...own, 'ends'], `ends is ${endsOn}, before it starts; write ${startsOn} or later`)
    const known = `${startsOn.slice(0, 4)} ${session.number}`
    const twin = seen.get(known)
    if (twin)
      at(
        [...own, 'number'],
        `session ${session.number} of ${startsOn.slice(0, 4)} stands ${twin} already; write another number`,
      )
    seen.set(known, placeOf([...own, 'number']))
    return {
      number: session.number,
      startsOn,
      endsOn,
      description: session.note,
      places: session.places ?? null,
      isActive: session.active ?? true,
      demo: session.demo ?? {},
      path: own,
      ...meetingsIn(session, own, { startsOn, endsOn }, reading),
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

/** While an entry of the staff is wrong, nobody knows whom it names. */
function checkCoaches(events: SeasonEvent[], members: Parts['staff'], { at }: Reading) {
  const staff = members.map((member) => member?.name)
  for (const { coach, path } of events)
    if (coach && !staff.includes(coach.name) && !staff.includes(undefined))
      at([...path, 'coach', 'name'], `name ${notOnStaff(coach.name, staff.map(String))}`)
}
