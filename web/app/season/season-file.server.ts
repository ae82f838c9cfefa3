import type { z } from 'zod'
import { type Kind, kinds } from '#events/events.tables.ts'
import { pluralOf } from '#events/events.ts'
import type { Day } from '#platform/dates.ts'
import { dayOf, waysToWriteADay, yearFrom } from './season-days.ts'
import { checkDemo } from './season-demo.ts'
import { type DemoSection, SeasonFile } from './season-file.schema.ts'
import { lineOfPath, type Path } from './season-lines.ts'
import { meetingsIn } from './season-meetings.ts'
import { type PartEvent, type Parts, partsOf } from './season-parts.ts'
import type { Reading, SeasonSession } from './season-reading.ts'
import { readText } from './season-text.server.ts'
import { quoted } from './season-words.ts'

/** A season file as it came: its text, its name for the messages, and the pictures that lie beside it as data URLs. */
export type GivenFile = { name: string; text: string; pictures: Record<string, string> }

/** One thing that is wrong, with its line: "season.yaml:12: … is …; write …". */
export type FileProblem = string

export type SeasonEvent = ReturnType<typeof eventOf>
export type Season = {
  base: Day
  programme: SeasonFile['programme']
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

/** A problem by where it stands in the structure, for a screen. */
export type PlacedProblem = { path: Path; line: number; words: string }

/**
 * Reads and checks a whole season file. `baseIn` answers the day that counted days begin from, in the file's own
 * time zone. With any problem there is no season.
 */
export function readSeason(file: GivenFile, baseIn: (timeZone: string) => Day): ReadSeason {
  const problems = new Map<string, PlacedProblem>()
  const add = (line: number, words: string, path: Path = []) =>
    problems.set(`${file.name}:${line}: ${words}`, { path, line, words })
  const failed = () => {
    const sorted = [...problems].sort((left, right) => left[1].line - right[1].line)
    return {
      season: undefined,
      problems: sorted.map(([words]) => words),
      places: sorted.map(([, place]) => place),
    }
  }
  const text = readText(file.text)
  if ('words' in text) {
    add(text.line, text.words)
    return failed()
  }
  const { document, lineAt, guessed, isWhole } = text
  for (const { line, words } of text.problems) add(line, words)
  const lineOf = (path: Path) => lineOfPath(document, lineAt, path)
  const at = (path: Path, words: string) => {
    if (!guessed.has(lineOf(path))) add(lineOf(path), words, path)
  }
  if (!isWhole) return failed()
  const written: unknown = document.toJS()
  const { data, error } = SeasonFile.safeParse(written)
  for (const issue of error?.issues ?? []) for (const [path, words] of placesOf(issue)) at(path, words)
  const parts = partsOf(written)
  const base = baseIn(parts.timeZone ?? 'UTC')
  const reading = { base, timeZone: parts.timeZone ?? 'UTC', at, lineOf }
  const staff = staffOf(parts.staff, file.pictures, reading)
  const events = kinds.flatMap((kind) =>
    parts.events[kind].flatMap((event, index) => (event ? [eventOf(kind, event, index, reading)] : [])),
  )
  checkKeys(events, reading)
  if (parts.demo !== 'wrong') checkDemo(parts.demo, events, reading)
  if (!data || problems.size > 0) return failed()
  const { programme, demo, 'demo stays': demoStays = false, revision } = data
  return {
    season: { base, programme, staff, events, demo, demoStays, revision },
    lineOf,
    problems: [],
    places: [],
  }
}

function staffOf(
  members: Parts['staff'],
  pictures: Record<string, string>,
  { base, at }: Reading,
): Season['staff'] {
  const seen = new Set<string>()
  return members.flatMap((member, index) => {
    if (!member) return []
    const { name, years, picture, bio } = member
    const img = picture ? pictures[picture] : undefined
    if (picture && !img?.startsWith('data:image/'))
      at(
        ['staff', index, 'picture'],
        `picture ${quoted(picture)} ${img ?? 'was not found; write the path of a file beside this one'}`,
      )
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
    isActive: event.active ?? true,
    path,
    line: reading.lineOf([...path, 'key']),
    sessions: sessionsOf(event, path, reading),
  }
}

function sessionsOf(event: PartEvent, path: Path, reading: Reading): SeasonSession[] {
  const { base, at, lineOf } = reading
  const seen = new Map<string, number>()
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
        `session ${session.number} of ${startsOn.slice(0, 4)} stands in line ${twin} already; write another number`,
      )
    seen.set(known, lineOf([...own, 'number']))
    return {
      number: session.number,
      startsOn,
      endsOn,
      description: session.note,
      places: session.places ?? null,
      isActive: session.active ?? true,
      demo: session.demo ?? {},
      path: own,
      lines: {
        places: lineOf([...own, 'places']),
        starts: lineOf([...own, 'starts']),
        coaches: lineOf([...own, 'coaches']),
      },
      ...meetingsIn(session, own, { startsOn, endsOn }, reading),
    }
  })
}

function checkKeys(events: SeasonEvent[], { at }: Reading) {
  const lines = new Map<string, number>()
  for (const { key, path, line } of events) {
    const twin = lines.get(key)
    if (twin) at([...path, 'key'], `key is “${key}” as in line ${twin}; write a key of its own`)
    if (key) lines.set(key, line)
  }
}

/** Where a problem of the schema stands, and its words. Unknown names stand at their own lines. */
function placesOf(issue: z.core.$ZodIssue): [Path, string][] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => [[...path, key], `${quoted(key)} ${issue.message}`])
  const name = path.findLast((step) => typeof step === 'string')
  const number = typeof path.at(-1) === 'number' ? ` (entry ${Number(path.at(-1)) + 1})` : ''
  return [[path, name === undefined ? `the file ${issue.message}` : `${name}${number} ${issue.message}`]]
}
