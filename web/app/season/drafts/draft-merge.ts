import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import {
  type ChangedLine,
  changedLines,
  entityName,
  type Lines,
  parentEvent,
  seasonFromLines,
  toLines,
} from '#season/publish/season-diff.server.ts'
import { formatLine, lineName } from './draft-labels.ts'

/** One line in three states: base, published, draft. */
export type MergeLine = {
  key: string
  entity: string
  name: string
  was: string
  theirs: string
  mine: string
}
export type Answers = Record<string, 'theirs' | 'mine'>
type Seasons = { base: SeasonStructure; mine: SeasonStructure; theirs: SeasonStructure }

/**
 * Three-way merge, line by line. A line that both sides changed is a conflict until answered; until then the published
 * side counts.
 */
export function mergeSeasons({ base, mine, theirs }: Seasons, answers: Answers = {}) {
  const [was, edited, now] = [toLines(base), toLines(mine), toLines(theirs)]
  const [byMe, byThem] = [touchedIn(was, edited), touchedIn(was, now)]
  const merged: Lines = new Map(now)
  const conflicts: MergeLine[] = []
  const others: MergeLine[] = []
  for (const line of withoutChildren(changedLines(now, edited))) {
    const { key, entity, name } = line
    const areBothNew = name !== '' && !was.has(entity)
    if (!areBothNew && !byMe.has(key)) continue
    const isBoth = areBothNew || byThem.has(key)
    const side = answers[key] ?? (isBoth ? undefined : 'mine')
    if (side === 'mine') applyLine(merged, edited, line)
    if (isBoth && side) continue
    const isNew = !name && !was.has(entity)
    const states = [was.get(key)?.value, line.before, line.after] as const
    const [first, published, drafted] = states.map((value) => formatLine(name, value))
    const texts = { was: first ?? '', theirs: isNew ? 'not there' : (published ?? ''), mine: drafted ?? '' }
    const list = isBoth ? conflicts : others
    list.push({ key, entity: entityName(entity, theirs, mine), name: lineName(line), ...texts })
  }
  return { merged: seasonFromLines(merged, theirs), conflicts, others }
}

const touchedIn = (before: Lines, after: Lines) =>
  new Set(changedLines(before, after).flatMap(({ key, entity }) => [key, entity, parentEvent(entity)]))

/** The sessions of an added or removed event go with it. */
function withoutChildren(lines: ChangedLine[]): ChangedLine[] {
  const wholes = new Set(lines.flatMap(({ name, entity }) => (name ? [] : entity)))
  return lines.filter(({ entity }) => entity === parentEvent(entity) || !wholes.has(parentEvent(entity)))
}

function applyLine(merged: Lines, edited: Lines, { key, entity, name }: ChangedLine) {
  const isIt = (other: string, otherEntity: string) =>
    name ? other === key : otherEntity === entity || parentEvent(otherEntity) === entity
  for (const [other, line] of merged) if (isIt(other, line.entity)) merged.delete(other)
  for (const [other, line] of edited) if (isIt(other, line.entity)) merged.set(other, line)
}
