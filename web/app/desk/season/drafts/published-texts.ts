import { plurals } from '#events/events.ts'
import { kinds } from '#events/kinds.ts'
import type { PlacedProblem } from '#season/file/season-problems.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'

export const countedFamilies = (count: number) => `${count} ${count === 1 ? 'family' : 'families'}`

/** Prefixed with event and session. */
export function describeProblem(structure: SeasonStructure, { path, message }: PlacedProblem): string {
  const [plural, index, , at] = path
  const kind = kinds.find((one) => plurals[one] === plural)
  const event = kind && structure[plurals[kind]]?.[Number(index)]
  const session = event?.sessions[Number(at)]
  const what = [event?.name, session && `Session ${session.number}`].filter(Boolean).join(', ')
  return `${what || 'The season'}: ${message}.`
}
