import { inArray, sql } from 'drizzle-orm'
import { staff } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { picturesOf, type SeasonStructure } from '#season/file/season-structure.server.ts'
import { seasonPictures } from '#season/season.tables.ts'
import { pictureName } from './picture-name.ts'

type Pictured = { name: string; img: string | null }

/** Keeps the pictures that the staff had and has no more, since a revision names them. */
export async function keepPictures(tx: Db, before: Pictured[], after: Pictured[]): Promise<void> {
  const gone = new Map(namedOf(before))
  for (const [name] of namedOf(after)) gone.delete(name)
  if (gone.size === 0) return
  const rows = [...gone].map(([name, img]) => ({ name, img }))
  await tx.insert(seasonPictures).values(rows).onConflictDoNothing()
}

/** Lets those go that no draft and neither of the last two states names: only the last publish can be taken back. */
export const dropPictures = (tx: Db) =>
  tx.delete(seasonPictures).where(sql`not exists (
    select from (
      (select structure, text from season_revisions order by id desc limit 2)
      union all select structure, text from season_drafts
    ) states where strpos(coalesce(states.structure::text, states.text), ${seasonPictures.name}) > 0)`)

/** The pictures that a state of the season can show: those of now, and of those that went the ones that it names. */
export async function picturesFor(db: Db, structure: SeasonStructure): Promise<Record<string, string>> {
  const { name, img } = staff
  const now = namedOf(await db.select({ name, img }).from(staff))
  const names = picturesOf(structure)
  const kept =
    names.length > 0 ? await db.select().from(seasonPictures).where(inArray(seasonPictures.name, names)) : []
  return Object.fromEntries([...kept.map((picture) => [picture.name, picture.img] as const), ...now])
}

const namedOf = (pictured: Pictured[]): [string, string][] =>
  pictured.flatMap(({ name, img }) => (img ? [[pictureName(name, img), img]] : []))
