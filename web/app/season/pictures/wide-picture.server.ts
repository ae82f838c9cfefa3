import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { seasonPictures } from '#season/season.tables.ts'
import { decodingInTurn, mostPixels } from './resize-picture.server.ts'
import { decodeDataUrl } from './season-pictures.server.ts'

export type BuiltPicture = { name: string; width: number; type: 'avif' | 'webp' }

/** Memoised per process, for one picture. */
const built = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
let latest = ''

/** Strips metadata such as GPS. */
export function builtPicture(db: Db, picture: BuiltPicture): Promise<Uint8Array<ArrayBuffer>> {
  if (picture.name !== latest) built.clear()
  latest = picture.name
  const key = `${picture.width} ${picture.type}`
  const bytes = built.get(key) ?? decodingInTurn(() => build(db, picture))
  built.set(key, bytes)
  bytes.catch(() => built.delete(key))
  return bytes
}

async function build(db: Db, { name, width, type }: BuiltPicture) {
  const { default: sharp } = await import('sharp')
  const [row] = await db
    .select({ img: seasonPictures.img })
    .from(seasonPictures)
    .where(eq(seasonPictures.name, name))
  const resized = sharp(decodeDataUrl(orNotFound(row).img), { limitInputPixels: mostPixels })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
  const encoded = type === 'avif' ? resized.avif({ quality: 55, effort: 3 }) : resized.webp({ quality: 75 })
  return Uint8Array.from(await encoded.toBuffer())
}
