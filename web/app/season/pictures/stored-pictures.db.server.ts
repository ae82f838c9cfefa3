import { inArray, sql } from 'drizzle-orm'
import { staff } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { pictureNames, type SeasonStructure } from '#season/file/season-structure.server.ts'
import { seasonPictures } from '#season/season.tables.ts'
import { pictureName } from './picture-name.ts'

type Pictured = { name: string; img: string | null }

/** Stores staff pictures that leave the season, since a revision refers to them. */
export async function storePictures(tx: Db, before: Pictured[], after: Pictured[]): Promise<void> {
  const gone = new Map(withNames(before))
  for (const [name] of withNames(after)) gone.delete(name)
  if (gone.size === 0) return
  const rows = [...gone].map(([name, img]) => ({ name, img }))
  await tx.insert(seasonPictures).values(rows).onConflictDoNothing()
}

/** Deletes pictures without a reference from a draft or the last two revisions: only the last publish can be undone. */
export const dropPictures = (tx: Db) =>
  tx.delete(seasonPictures).where(sql`not exists (
    select from (
      (select structure, text from season_revisions order by id desc limit 2)
      union all select structure, text from season_drafts
    ) states where strpos(coalesce(states.structure::text, states.text), ${seasonPictures.name}) > 0)`)

/** Pictures that a structure can show: current ones, and stored ones that it names. */
export async function picturesFor(db: Db, structure: SeasonStructure): Promise<Record<string, string>> {
  const { name, img } = staff
  const now = withNames(await db.select({ name, img }).from(staff))
  const names = pictureNames(structure)
  const stored =
    names.length > 0 ? await db.select().from(seasonPictures).where(inArray(seasonPictures.name, names)) : []
  return Object.fromEntries([...stored.map((picture) => [picture.name, picture.img] as const), ...now])
}

const withNames = (pictured: Pictured[]): [string, string][] =>
  pictured.flatMap(({ name, img }) => (img ? [[pictureName(name, img), img]] : []))
