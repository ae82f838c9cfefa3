import { widePictureName } from '#events/wide-picture.ts'
import type { Db } from '#platform/database/database.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import { quoted } from '#season/file/season-words.ts'
import { fitPicture } from '#season/pictures/fit-picture.server.ts'
import { picturesFor } from '#season/pictures/kept-pictures.db.server.ts'
import { pictureName } from '#season/pictures/picture-name.ts'
import { sides } from '#season/pictures/season-pictures.server.ts'
import { seasonPictures } from '#season/season.tables.ts'
import { editDraft, type Writer } from './drafts.server.ts'

/** Of the first page; the sign of the programme; or of an entry of the staff list, by its place and the name that stood there. */
export type PictureOf =
  | { of: 'home'; alt: string; focus: string }
  | { of: 'logo' }
  | { of: 'staff'; index: number; name: string }

/** Keeps the picture in the draft; or says why that file cannot be taken. Without a file the one that is there stays. */
export async function keepPicture(
  db: Db,
  writer: Writer,
  wish: PictureOf,
  file: File | undefined,
): Promise<{ problem?: string }> {
  const fitted = file && (await fitPicture(await file.bytes(), sideOf[wish.of]))
  if (file && fitted && 'why' in fitted) return { problem: `${quoted(file.name)} ${fitted.why}.` }
  await db.transaction(async (tx) => {
    const img = fitted && 'img' in fitted ? fitted.img : undefined
    const name = img && pictureName(wish.of === 'staff' ? wish.name : wish.of, img)
    await editDraft(tx, writer, (season) => withPicture(season, wish, name))
    // Later: what a first draft keeps of the season lets pictures go that nothing names yet.
    if (name && img) await tx.insert(seasonPictures).values({ name, img }).onConflictDoNothing()
  })
  return {}
}

const sideOf = { home: sides.wide, logo: sides.logo, staff: sides.staff }

export const takePictureAway = (db: Db, writer: Writer, wish: PictureOf) =>
  editDraft(db, writer, (season) => withPicture(season, wish, null))

/** A picture of the season as the writer sees it, by what its address calls it. */
export async function pictureAt(db: Db, season: SeasonStructure, name: string): Promise<string> {
  const pictures = Object.entries(await picturesFor(db, season))
  return found(pictures.find(([file]) => widePictureName({ name: file }) === name)?.[1])
}

/** `null`: without one; undefined: with the one that is there. */
function withPicture(
  season: SeasonStructure,
  wish: PictureOf,
  name: string | null | undefined,
): SeasonStructure {
  if (wish.of === 'home') {
    const { picture: before, ...programme } = season.programme
    const file = name === undefined ? before?.file : name
    const { alt, focus } = wish
    return { ...season, programme: { ...programme, ...(file && { picture: { file, focus, alt } }) } }
  }
  if (wish.of === 'logo') {
    const { logo: before, ...programme } = season.programme
    const logo = name === undefined ? before : name
    return { ...season, programme: { ...programme, ...(logo && { logo }) } }
  }
  const staff = season.staff ?? []
  const member = staff[wish.index]
  if (member?.name !== wish.name)
    refuse('not-possible', 'The staff list was changed in another window. Choose the picture once more.')
  const { picture: before, ...rest } = member
  const picture = name === undefined ? before : name
  return { ...season, staff: staff.with(wish.index, { ...rest, ...(picture && { picture }) }) }
}
