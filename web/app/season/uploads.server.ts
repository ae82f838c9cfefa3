import { basename, dirname, normalize, relative } from 'node:path/posix'
import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { found } from '#platform/refusal.ts'
import { oneAtATime } from '#season/drafts/one-at-a-time.server.ts'
import type { GivenFile } from '#season/file/season-file.server.ts'
import { quoted } from '#season/file/season-words.ts'
import { unzipped } from '#season/file/season-zip.server.ts'
import {
  encodePicture,
  kindNamed,
  picturesIn,
  sides,
  textIn,
} from '#season/pictures/season-pictures.server.ts'
import { seasonUploads } from './season.tables.ts'

/** As it came: what the file does not name is kept too, since a mended text may name it. */
type Upload = GivenFile
type Files = Record<string, Uint8Array>

/** A zip, with photos as they came from phones. */
export const mostZipBytes = 60_000_000

/** Unpacking keeps everybody else waiting. */
const inTurn = oneAtATime()

/** Keeps what was chosen: a season file, with pictures beside it or all in a zip; or says why it cannot. */
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
  const text = textIn(found(files[season]))
  const pictures = await encoded(files, dirname(season), text)
  const values = { name: basename(season), text, pictures, changedAt: new Date() }
  await db
    .insert(seasonUploads)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: seasonUploads.accountId, set: values })
  return {}
}

/** The upload with its text as it was mended, and the pictures that came after it. */
export async function mendUpload(
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

/** What the member sent, as a season file with the pictures that its text names. */
export async function uploadOf(db: Db, accountId: string) {
  const [upload] = await db.select().from(seasonUploads).where(eq(seasonUploads.accountId, accountId))
  if (!upload) return undefined
  const { changedAt, name, text } = upload
  return { file: { name, text, pictures: picturesNamed(upload) }, changedAt }
}

/** The file that the member sent and has not published. */
export async function waitingUpload(db: Db, accountId: string): Promise<string | undefined> {
  const [upload] = await db
    .select({ name: seasonUploads.name })
    .from(seasonUploads)
    .where(eq(seasonUploads.accountId, accountId))
  return upload?.name
}

export const dropUpload = (db: Db, accountId: string) =>
  db.delete(seasonUploads).where(eq(seasonUploads.accountId, accountId))

/** What nobody came back to for a week. */
export const sweepUploads = (db: Db) =>
  db.delete(seasonUploads).where(lt(seasonUploads.changedAt, sql`now() - interval '7 days'`))

/** By the path that is written, or else by the name alone: files that were chosen one by one have no folders. */
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
