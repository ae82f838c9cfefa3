import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { type Kind, kinds } from '#events/events.tables.ts'
import { pluralOf } from '#events/events.ts'
import type { Day } from '#platform/dates.ts'
import { dayOf, waysToWriteADay, yearFrom } from './season-days.ts'
import { type DemoSection, type FileEvent, SeasonFile } from './season-file.schema.ts'

/** A season file as it came: its text, its name for the messages, and the pictures that lie beside it as data URLs. */
export type GivenFile = { name: string; text: string; pictures: Record<string, string> }

/** One thing that is wrong, with its line: "season.yaml:12: … is …; write …". */
export type FileProblem = string

export type SeasonSession = {
  number: number
  startsOn: Day
  endsOn: Day
  description: string
  places: number | null
  isActive: boolean
  demo: Record<string, string | number>
  line: number
}
export type SeasonEvent = ReturnType<typeof eventOf>
export type Season = {
  base: Day
  programme: SeasonFile['programme']
  staff: { name: string; year: number; bio: string; img: string | null }[]
  events: SeasonEvent[]
  demo: DemoSection | undefined
}

type Path = (string | number)[]
type Reading = { base: Day; at: (path: Path, words: string) => void; lineOf: (path: Path) => number }

/**
 * Reads and checks a whole season file. `baseIn` answers the day that counted days begin from, in the file's own
 * time zone. With any problem there is no season.
 */
export function readSeason(
  file: GivenFile,
  baseIn: (timeZone: string) => Day,
): { season: Season; problems: [] } | { season: undefined; problems: FileProblem[] } {
  const problems = new Map<string, number>()
  const lines = new LineCounter()
  const document = parseDocument(file.text, { lineCounter: lines, prettyErrors: false })
  const add = (line: number, words: string) => problems.set(`${file.name}:${line}: ${words}`, line)
  const failed = () => ({
    season: undefined,
    problems: [...problems].sort((a, b) => a[1] - b[1]).map(([text]) => text),
  })

  // What follows the first error of this kind follows from it.
  const [error] = document.errors
  if (error) add(lines.linePos(error.pos[0]).line, yamlWords(error.code, error.message))
  if (problems.size > 0) return failed()
  const lineOf = (path: Path) => lineOfPath(document, lines, path)
  const parsed = SeasonFile.safeParse(document.toJS())
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      for (const [path, words] of placesOf(issue)) add(lineOf(path), words)
    return failed()
  }
  const base = baseIn(parsed.data.programme['time zone'])
  const at = (path: Path, words: string) => add(lineOf(path), words)
  const season = seasonOf(parsed.data, file.pictures, { base, at, lineOf })
  return problems.size > 0 ? failed() : { season, problems: [] }
}

function seasonOf(data: SeasonFile, pictures: Record<string, string>, reading: Reading): Season {
  const events = kinds.flatMap((kind) =>
    (data[pluralOf[kind]] ?? []).map((event, index) => eventOf(kind, event, index, reading)),
  )
  checkKeys(events, reading)
  return {
    base: reading.base,
    programme: data.programme,
    staff: staffOf(data, pictures, reading),
    events,
    demo: checkDemo(data.demo, events, reading),
  }
}

function staffOf(data: SeasonFile, pictures: Record<string, string>, { base, at }: Reading): Season['staff'] {
  const seen = new Set<string>()
  return (data.staff ?? []).flatMap(({ name, years, picture, bio }, index) => {
    const img = picture ? pictures[picture] : undefined
    if (picture && !img?.startsWith('data:image/'))
      at(
        ['staff', index, 'picture'],
        `picture “${picture}” ${img ?? 'was not found; write the path of a file beside this one'}`,
      )
    return years.flatMap((words, place) => {
      const year = yearFrom(words, base)
      if (!year)
        at(['staff', index, 'years', place], `years has “${words}”; write a year such as 2027, or this year`)
      if (seen.has(`${name} ${year}`))
        at(['staff', index, 'name'], `${name} stands here twice in ${year}; write one entry`)
      seen.add(`${name} ${year}`)
      return year ? [{ name, year, bio, img: img ?? null }] : []
    })
  })
}

function eventOf(kind: Kind, event: FileEvent, index: number, reading: Reading) {
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
    line: reading.lineOf([...path, 'key']),
    sessions: sessionsOf(event, path, reading),
  }
}

function sessionsOf(event: FileEvent, path: Path, { base, at, lineOf }: Reading): SeasonSession[] {
  const seen = new Map<string, number>()
  return event.sessions.map((session, index) => {
    const own = [...path, 'sessions', index]
    const read = (name: 'starts' | 'ends', from: Day) => {
      const day = dayOf(session[name], from)
      if (!day) at([...own, name], `${name} is “${session[name]}”; write a day such as ${waysToWriteADay}`)
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
      line: lineOf([...own, 'places']),
    }
  })
}

function checkKeys(events: SeasonEvent[], { at }: Reading) {
  const lines = new Map<string, number>()
  const index = new Map<Kind, number>()
  for (const { key, kind, line } of events) {
    const place = index.get(kind) ?? 0
    const twin = lines.get(key)
    if (twin) at([pluralOf[kind], place, 'key'], `key is “${key}” as in line ${twin}; write a key of its own`)
    lines.set(key, line)
    index.set(kind, place + 1)
  }
}

/** "demo" lines name people of the demo section, and no more of them than there are places. */
function checkDemo(demo: DemoSection | undefined, events: SeasonEvent[], { at }: Reading) {
  const names = new Set(
    demo?.accounts.flatMap((one) => [one.myself, ...(one.players ?? [])]).map((one) => one?.name),
  )
  const index = new Map<Kind, number>()
  for (const event of events) {
    const place = index.get(event.kind) ?? 0
    index.set(event.kind, place + 1)
    for (const [number, session] of event.sessions.entries()) {
      const path = [pluralOf[event.kind], place, 'sessions', number, 'demo']
      const { others = 0, ...named } = session.demo
      const many = Number(others)
      if (!(many >= 0 && many <= (demo?.others.length ?? 0)))
        at(
          [...path, 'others'],
          `others is “${others}”; write a number up to ${demo?.others.length ?? 0}, as many as the demo section names`,
        )
      for (const [name, paid] of Object.entries(named)) {
        if (!names.has(name))
          at(
            [...path, name],
            `“${name}” is no player of the demo section; write one of ${[...names].filter(Boolean).join(', ')}`,
          )
        if (typeof paid !== 'string') at([...path, name], `“${name}” has ${paid}; write how they paid`)
      }
      const taken = Object.keys(named).length + many
      if (session.places !== null && taken > session.places)
        at(path, `demo has ${taken} players for ${session.places} places; write fewer`)
    }
  }
  return demo
}

/** Where a problem of the schema stands, and its words. Unknown names stand at their own lines. */
function placesOf(issue: z.core.$ZodIssue): [Path, string][] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => [[...path, key], `“${key}” ${issue.message}`])
  const name = path.findLast((step) => typeof step === 'string')
  const number = typeof path.at(-1) === 'number' ? ` (entry ${Number(path.at(-1)) + 1})` : ''
  return [[path, name === undefined ? `the file ${issue.message}` : `${name}${number} ${issue.message}`]]
}

function yamlWords(code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return 'this name stands here twice; write it once'
  if (code === 'TAB_AS_INDENT') return 'a tab stands before the text; write spaces'
  return `${message.replace(/\s+/g, ' ')}; check indentation, colons and quotes here`
}

/** The line of the name at `path`, or of the nearest group around it where the name is missing. */
function lineOfPath(document: Document, lines: LineCounter, path: Path): number {
  const last = path.at(-1)
  const around = path.length > 0 ? document.getIn(path.slice(0, -1), true) : document.contents
  const pair = isMap(around) ? around.items.find(({ key }) => isScalar(key) && key.value === last) : undefined
  const node = pair ? pair.key : path.length > 0 ? document.getIn(path, true) : around
  if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  return path.length > 0 ? lineOfPath(document, lines, path.slice(0, -1)) : 1
}
