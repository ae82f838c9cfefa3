import { isAlike, type Line, type Lines, linesOf, nameOfThing, seasonOf } from './draft-parts.ts'
import { lineName, lineWords } from './draft-words.ts'
import type { SeasonStructure } from './season-structure.server.ts'

/** A line that was changed in two ways since both began from the same state. */
export type Conflict = { key: string; thing: string; name: string; was: string; theirs: string; mine: string }
export type Answers = Record<string, 'theirs' | 'mine'>

/**
 * Brings what a draft changed onto the state that the season has now. Where both changed the same line, a person says
 * whose it is; until then it is theirs.
 */
export function mergeSeasons(
  { base, mine, theirs }: { base: SeasonStructure; mine: SeasonStructure; theirs: SeasonStructure },
  answers: Answers = {},
): { merged: SeasonStructure; conflicts: Conflict[] } {
  const [was, own, now] = [linesOf(base), linesOf(mine), linesOf(theirs)]
  const merged: Lines = new Map()
  const conflicts: Conflict[] = []
  /** Whose a thing is as a whole, where one side took it away. */
  const sides = new Map<string, 'theirs' | 'mine'>()
  for (const key of new Set([...now.keys(), ...own.keys()])) {
    const [before, left, right] = [was.get(key), own.get(key), now.get(key)]
    const line = left ?? right
    if (!line) continue
    const whole = sides.get(line.thing)
    const isTornApart =
      !line.name && before && !(left && right) && hasChanged(line.thing, was, left ? own : now)
    const isBoth = !isSame(left, right) && !isSame(left, before) && !isSame(right, before)
    const isAsked = isTornApart || (isBoth && !whole)
    if (isAsked && !answers[key]) conflicts.push(conflictIn(key, line, [before, right, left], [theirs, mine]))
    const side = whole ?? (isAsked ? (answers[key] ?? 'theirs') : isSame(right, before) ? 'mine' : 'theirs')
    if (!line.name && !(left && right)) sides.set(line.thing, side)
    const chosen = side === 'mine' ? left : right
    if (chosen) merged.set(key, chosen)
  }
  return { merged: seasonOf(merged, theirs), conflicts }
}

type Said = Line | undefined

function conflictIn(
  key: string,
  { thing, name }: Line,
  [before, right, left]: [Said, Said, Said],
  seasons: SeasonStructure[],
): Conflict {
  return {
    key,
    thing: nameOfThing(thing, ...seasons),
    name: lineName({ name }),
    was: lineWords(name, before?.value),
    theirs: lineWords(name, right?.value),
    mine: lineWords(name, left?.value),
  }
}

const isSame = (left: Line | undefined, right: Line | undefined) => isAlike(left?.value, right?.value)

/** Whether one side changed what the other took away. */
const hasChanged = (thing: string, was: Lines, now: Lines) =>
  [...new Set([...was.keys(), ...now.keys()])].some(
    (key) => key.startsWith(`${thing}|`) && !isSame(was.get(key), now.get(key)),
  )
