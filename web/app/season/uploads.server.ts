import { basename, dirname, normalize, relative } from 'node:path/posix'
import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { oneAtATime } from '#season/drafts/one-at-a-time.server.ts'
import type { SourceFile } from '#season/file/season-file.server.ts'
import { quoted } from '#season/file/season-messages.ts'
import { unzipped } from '#season/file/season-zip.server.ts'
import {
  encodePicture,
  kindNamed,
  picturesIn,
  sides,
  textIn,
} from '#season/pictures/season-pictures.server.ts'
import { seasonUploads } from './season.tables.ts'

/** Includes files that the text does not name: an edited text may. */
type Upload = SourceFile
type Files = Record<string, Uint8Array>

export const mostZipBytes = 60_000_000

/** Serialised: unpacking blocks the event loop. */
const inTurn = oneAtATime()

/** Stores a season file with its pictures or a zip of both; or returns why not. */
export async function keepUpload(db: Db, accountId: string, chosen: File[]): Promise<{ problem?: string }> {
  const files: Files = {}
  for (const file of chosen) {
    const bytes = await file.bytes()
    const isZip = file.name.toLowerCase().endsWith('.zip')
    const unpacked = isZip ? await inTurn(async () => unzipped(bytes)) : { [file.name]: bytes }
    if (!unpacked) return { problem: `${quoted(file.name)} is no zip that can be read; make it once more.` }
    Object.assign(files, unpacked)
  }
  const seasons = Object.keys(files).filter((path) => /\.ya?ml$/i.test(path))
  const [season] = seasons
  if (seasons.length > 1)
    return { problem: `Here are ${seasons.length} season files: ${seasons.join(', ')}. Choose one of them.` }
  if (season === undefined)
    return {
      problem: 'Here is no season file: choose one whose name ends with .yaml, or a zip with one in it.',
    }
  const text = textIn(orNotFound(files[season]))
  const pictures = await encoded(files, dirname(season), text)
  const values = { name: basename(season), text, pictures, changedAt: new Date() }
  await db
    .insert(seasonUploads)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: seasonUploads.accountId, set: values })
  return {}
}

/** Saves the edited text and adds pictures. */
export async function fixUpload(
  db: Db,
  accountId: string,
  { text: typed, pictures: chosen }: { text: string; pictures: File[] },
): Promise<void> {
  const text = typed.replaceAll('\r\n', '\n')
  const files: Files = {}
  for (const file of chosen) files[file.name] = await file.bytes()
  const more = await encoded(files, '.', text)
  const changed = { text, changedAt: new Date() }
  const pictures = sql`${seasonUploads.pictures} || excluded.pictures`
  await db
    .insert(seasonUploads)
    .values({ accountId, name: 'season.yaml', pictures: more, ...changed })
    .onConflictDoUpdate({ target: seasonUploads.accountId, set: { ...changed, pictures } })
}

/** With only the pictures that its text names. */
export async function findUpload(db: Db, accountId: string) {
  const [upload] = await db.select().from(seasonUploads).where(eq(seasonUploads.accountId, accountId))
  if (!upload) return undefined
  const { changedAt, name, text } = upload
  return { file: { name, text, pictures: picturesNamed(upload) }, changedAt }
}

/** Name of the unpublished upload. */
export async function waitingUpload(db: Db, accountId: string): Promise<string | undefined> {
  const [upload] = await db
    .select({ name: seasonUploads.name })
    .from(seasonUploads)
    .where(eq(seasonUploads.accountId, accountId))
  return upload?.name
}

export const dropUpload = (db: Db, accountId: string) =>
  db.delete(seasonUploads).where(eq(seasonUploads.accountId, accountId))

/** Abandoned for a week. */
export const sweepUploads = (db: Db) =>
  db.delete(seasonUploads).where(lt(seasonUploads.changedAt, sql`now() - interval '7 days'`))

/** By full path, else by base name: files that were chosen one by one have no folders. */
function picturesNamed({ text, pictures }: Upload): Record<string, string> {
  const byName = new Map(Object.entries(pictures).map(([path, picture]) => [basename(path), picture]))
  return Object.fromEntries(
    picturesIn(text).flatMap(({ path }) => {
      const picture = pictures[normalize(path)] ?? byName.get(basename(path))
      return picture ? [[path, picture]] : []
    }),
  )
}

async function encoded(files: Files, folder: string, text: string): Promise<Record<string, string>> {
  const named = new Map(picturesIn(text).map(({ path, side }) => [basename(path), side]))
  const pictures: Record<string, string> = {}
  for (const [path, bytes] of Object.entries(files)) {
    if (!kindNamed(path)) continue
    const side = named.get(basename(path)) ?? sides.wide
    const picture = await encodePicture({ path, side }, async () => bytes)
    if (picture) pictures[relative(folder, path)] = picture
  }
  return pictures
}
