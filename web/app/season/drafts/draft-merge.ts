import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import {
  type ChangedLine,
  changedLines,
  eventOf,
  type Lines,
  linesOf,
  nameOfThing,
  seasonOf,
} from '#season/publish/season-diff.server.ts'
import { lineName, lineWords } from './draft-words.ts'

/** A line that a draft changed, beside what the season says now. */
export type OwnLine = { key: string; thing: string; name: string; was: string; theirs: string; mine: string }
export type Answers = Record<string, 'theirs' | 'mine'>
type Seasons = { base: SeasonStructure; mine: SeasonStructure; theirs: SeasonStructure }

/**
 * Brings what a draft changed onto the state that the season has now, line by line. What others changed too since both
 * began from the same state waits for a person to say whose it is; until then it is theirs.
 */
export function mergeSeasons({ base, mine, theirs }: Seasons, answers: Answers = {}) {
  const [was, own, now] = [linesOf(base), linesOf(mine), linesOf(theirs)]
  const [byMe, byThem] = [touchedIn(was, own), touchedIn(was, now)]
  const merged: Lines = new Map(now)
  const conflicts: OwnLine[] = []
  /** What is only in the draft. */
  const others: OwnLine[] = []
  for (const line of withoutTheirOwn(changedLines(now, own))) {
    const { key, thing, name } = line
    const areBothNew = name !== '' && !was.has(thing)
    if (!areBothNew && !byMe.has(key)) continue
    const isBoth = areBothNew || byThem.has(key)
    const side = answers[key] ?? (isBoth ? undefined : 'mine')
    if (side === 'mine') takeOver(merged, own, line)
    if (isBoth && side) continue
    const isNew = !name && !was.has(thing)
    const states = [was.get(key)?.value, line.before, line.after] as const
    const [first, published, drafted] = states.map((value) => lineWords(name, value))
    const words = { was: first ?? '', theirs: isNew ? 'not there' : (published ?? ''), mine: drafted ?? '' }
    const list = isBoth ? conflicts : others
    list.push({ key, thing: nameOfThing(thing, theirs, mine), name: lineName(line), ...words })
  }
  return { merged: seasonOf(merged, theirs), conflicts, others }
}

/** The keys of what is different, and the things that they are of. */
const touchedIn = (before: Lines, after: Lines) =>
  new Set(changedLines(before, after).flatMap(({ key, thing }) => [key, thing, eventOf(thing)]))

/** The sessions of an event that came or went go with it. */
function withoutTheirOwn(lines: ChangedLine[]): ChangedLine[] {
  const wholes = new Set(lines.flatMap(({ name, thing }) => (name ? [] : thing)))
  return lines.filter(({ thing }) => thing === eventOf(thing) || !wholes.has(eventOf(thing)))
}

function takeOver(merged: Lines, own: Lines, { key, thing, name }: ChangedLine) {
  const isIt = (other: string, of: string) => (name ? other === key : of === thing || eventOf(of) === thing)
  for (const [other, line] of merged) if (isIt(other, line.thing)) merged.delete(other)
  for (const [other, line] of own) if (isIt(other, line.thing)) merged.set(other, line)
}
