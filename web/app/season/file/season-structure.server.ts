import { Document, isScalar, visit } from 'yaml'
import type { z } from 'zod'
import type { SeasonFile } from './season-file.schema.ts'
import { readText } from './season-text.server.ts'

/** Input form of a season file: edited by the screens. */
export type SeasonStructure = z.input<typeof SeasonFile>
export type StructureEvent = NonNullable<SeasonStructure['clinics']>[number]
export type StructureSession = StructureEvent['sessions'][number]

export function formatSeason(structure: SeasonStructure): string {
  const document = new Document(structure, { aliasDuplicateObjects: false })
  visit(document, {
    Scalar(_, node) {
      if (isScalar(node) && typeof node.value === 'string' && node.value.includes('\n'))
        node.type = 'BLOCK_LITERAL'
    },
  })
  return document.toString({ lineWidth: 0 })
}

/** Throws on invalid YAML. */
export function parseStructure(text: string): SeasonStructure {
  const season = readText(text)
  if ('words' in season || season.problems.length > 0) throw new Error('This is no season.')
  return season.document.toJS()
}

/** `text` is for the previous version, which may still run beside this one. */
export const toStructureColumns = (structure: SeasonStructure) => ({
  structure,
  text: formatSeason(structure),
})

/** The previous version wrote `text` alone. */
export const structureFrom = ({ structure, text }: { structure: SeasonStructure | null; text: string }) =>
  structure ?? parseStructure(text)

export const pictureNames = ({ programme, staff = [] }: SeasonStructure): string[] => [
  ...staff.flatMap(({ picture }) => picture ?? []),
  ...(programme.picture ? [programme.picture.file] : []),
  ...(programme.logo ? [programme.logo] : []),
]
