import { pluralOf } from '#events/events.ts'
import { kinds } from '#events/kinds.ts'
import type { PlacedProblem } from '#season/file/season-problems.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'

export const familiesTold = (count: number) => `${count} ${count === 1 ? 'family' : 'families'}`

/** A problem of the season with the event and session that it is of. */
export function problemWords(structure: SeasonStructure, { path, words }: PlacedProblem): string {
  const [plural, index, , at] = path
  const kind = kinds.find((one) => pluralOf[one] === plural)
  const event = kind && structure[pluralOf[kind]]?.[Number(index)]
  const session = event?.sessions[Number(at)]
  const what = [event?.name, session && `Session ${session.number}`].filter(Boolean).join(', ')
  return `${what || 'The season'}: ${words}.`
}
