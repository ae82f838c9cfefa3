import { widePictureName } from '#events/wide-picture.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { quoted } from '#season/file/season-messages.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import { pictureName } from '#season/pictures/picture-name.ts'
import { fitPicture } from '#season/pictures/resize-picture.server.ts'
import { sides } from '#season/pictures/season-pictures.server.ts'
import { picturesFor } from '#season/pictures/stored-pictures.db.server.ts'
import { seasonPictures } from '#season/season.tables.ts'
import { editDraft, type Writer } from './drafts.server.ts'

/** A staff entry is identified by its index and its name at that time. */
export type PictureTarget =
  | { of: 'home'; alt: string; focus: string }
  | { of: 'logo' }
  | { of: 'staff'; index: number; name: string }

/** Stores the picture in the draft, or returns why not. Without a file the current one stays. */
export async function keepPicture(
  db: Db,
  writer: Writer,
  target: PictureTarget,
  file: File | undefined,
): Promise<{ problem?: string }> {
  const fitted = file && (await fitPicture(await file.bytes(), maxSides[target.of]))
  if (file && fitted && 'why' in fitted) return { problem: `${quoted(file.name)} ${fitted.why}.` }
  await db.transaction(async (tx) => {
    const img = fitted && 'img' in fitted ? fitted.img : undefined
    const name = img && pictureName(target.of === 'staff' ? target.name : target.of, img)
    await editDraft(tx, writer, (season) => withPicture(season, target, name))
    // After `editDraft`: creating a first draft deletes pictures that nothing refers to.
    if (name && img) await tx.insert(seasonPictures).values({ name, img }).onConflictDoNothing()
  })
  return {}
}

const maxSides = { home: sides.wide, logo: sides.logo, staff: sides.staff }

export const takePictureAway = (db: Db, writer: Writer, target: PictureTarget) =>
  editDraft(db, writer, (season) => withPicture(season, target, null))

export async function pictureAt(db: Db, season: SeasonStructure, name: string): Promise<string> {
  const pictures = Object.entries(await picturesFor(db, season))
  return orNotFound(pictures.find(([file]) => widePictureName({ name: file }) === name)?.[1])
}

/** `null` removes it; undefined leaves it. */
function withPicture(
  season: SeasonStructure,
  target: PictureTarget,
  name: string | null | undefined,
): SeasonStructure {
  if (target.of === 'home') {
    const { picture: before, ...programme } = season.programme
    const file = name === undefined ? before?.file : name
    const { alt, focus } = target
    return { ...season, programme: { ...programme, ...(file && { picture: { file, focus, alt } }) } }
  }
  if (target.of === 'logo') {
    const { logo: before, ...programme } = season.programme
    const logo = name === undefined ? before : name
    return { ...season, programme: { ...programme, ...(logo && { logo }) } }
  }
  const staff = season.staff ?? []
  const member = staff[target.index]
  if (member?.name !== target.name)
    refuse('not-possible', 'The staff list was changed in another window. Choose the picture once more.')
  const { picture: before, ...rest } = member
  const picture = name === undefined ? before : name
  return { ...season, staff: staff.with(target.index, { ...rest, ...(picture && { picture }) }) }
}
