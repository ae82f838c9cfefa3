import { Document, isScalar, visit } from 'yaml'
import type { z } from 'zod'
import type { SeasonFile } from './season-file.schema.ts'
import { readText } from './season-text.server.ts'

/** A season as its file writes it: what the screens edit. */
export type SeasonStructure = z.input<typeof SeasonFile>
export type StructureEvent = NonNullable<SeasonStructure['clinics']>[number]
export type StructureSession = StructureEvent['sessions'][number]

/** The text of a season, which reads as it was written. */
export function textOf(structure: SeasonStructure): string {
  const document = new Document(structure, { aliasDuplicateObjects: false })
  visit(document, {
    // Paragraphs as a volunteer would write them.
    Scalar(_, node) {
      if (isScalar(node) && typeof node.value === 'string' && node.value.includes('\n'))
        node.type = 'BLOCK_LITERAL'
    },
  })
  return document.toString({ lineWidth: 0 })
}

/**
 * A text that was written by `textOf`, or by hand without mistakes in its form. Reading one keeps everybody else
 * waiting, so the last are kept as they were read, and nobody may change them.
 */
export function structureOf(text: string): SeasonStructure {
  const structure = lastRead.get(text) ?? read(text)
  lastRead.delete(text)
  lastRead.set(text, structure)
  for (const oldest of [...lastRead.keys()].slice(0, -mostKept)) lastRead.delete(oldest)
  return structure
}

/** In the order in which they were last asked for. */
const lastRead = new Map<string, SeasonStructure>()
const mostKept = 32

function read(text: string): SeasonStructure {
  const season = readText(text)
  if ('words' in season || season.problems.length > 0) throw new Error('This is no season.')
  return frozen(season.document.toJS())
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}

/** The names of the pictures that a season shows. */
export const picturesOf = ({ programme, staff = [] }: SeasonStructure): string[] => [
  ...staff.flatMap(({ picture }) => picture ?? []),
  ...(programme.picture ? [programme.picture.file] : []),
  ...(programme.logo ? [programme.logo] : []),
]
