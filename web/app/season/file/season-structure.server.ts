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

/** What a text says that was written by `textOf`, or by hand without mistakes in its form. */
export function structureOf(text: string): SeasonStructure {
  const season = readText(text)
  if ('words' in season || season.problems.length > 0) throw new Error('This is no season.')
  return season.document.toJS()
}

/** The columns of a season that is kept. `text` is for the version before this one, beside which this one works. */
export const toStructureColumns = (structure: SeasonStructure) => ({ structure, text: textOf(structure) })

/** What such columns say; of what the version before wrote there is the text alone. */
export const structureFrom = ({ structure, text }: { structure: SeasonStructure | null; text: string }) =>
  structure ?? structureOf(text)

/** The names of the pictures that a season shows. */
export const picturesOf = ({ programme, staff = [] }: SeasonStructure): string[] => [
  ...staff.flatMap(({ picture }) => picture ?? []),
  ...(programme.picture ? [programme.picture.file] : []),
  ...(programme.logo ? [programme.logo] : []),
]
