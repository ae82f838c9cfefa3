import { asc, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { programme } from '#platform/programme.tables.ts'
import { found } from '#platform/refusal.ts'
import { latestRevision, seasonNow, seasonText } from './export-season.server.ts'
import { dropPictures } from './kept-pictures.db.server.ts'
import { seasonRevisions } from './season.tables.ts'
import { changedKeys, type Fields, fieldsOf } from './season-fields.ts'
import { readStructure } from './season-file.server.ts'
import { picturesOf, type SeasonStructure, structureOf } from './season-structure.server.ts'

export type Revision = { by: Actor; via: 'file' | 'desk' | 'start' }

/** Keeps the season as it is now, whole: in the transaction that changed it. */
export async function addRevision(tx: Db, revision: Revision): Promise<number> {
  const text = await seasonText(tx)
  const [saved] = await tx
    .insert(seasonRevisions)
    .values({ ...revision, text })
    .returning({ id: seasonRevisions.id })
  await dropPictures(tx)
  return found(saved).id
}

/** A site from before there were revisions keeps the season that it had. */
export async function keepFirstRevision(tx: Db): Promise<void> {
  if ((await tx.$count(programme)) === 0 || (await latestRevision(tx)) !== undefined) return
  await addRevision(tx, { by: 'site', via: 'start' })
}

/** The season as it was, to be published again; undefined where there is no such state. */
export async function revisionText(db: Db, id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ text: seasonRevisions.text })
    .from(seasonRevisions)
    .where(eq(seasonRevisions.id, id))
  return row?.text
}

/** What the season says now. */
export const fieldsNow = async (db: Db): Promise<Fields> => fieldsSaid((await seasonNow(db)).structure)

/** What a kept state says. */
export const fieldsIn = (text: string): Fields => fieldsSaid(structureOf(text))

function fieldsSaid(structure: SeasonStructure): Fields {
  // A picture of then may be gone: here only its name counts.
  const pictures = Object.fromEntries(picturesOf(structure).map((name) => [name, `data:image/${name}`]))
  const { season } = readStructure(structure, pictures, '2000-01-01')
  if (!season) throw new Error('A kept season cannot be read any more.')
  return fieldsOf(season)
}

/**
 * What the desk changed since the state that a file was made of: the keys of the fields. A file that does not say is of
 * the time when a file was last brought in.
 */
export async function keysChangedAtDesk(db: Db, revision: number | undefined): Promise<Set<string>> {
  const { id, via, text } = seasonRevisions
  const [known] =
    revision === undefined ? [] : await db.select({ id }).from(seasonRevisions).where(eq(id, revision))
  const isOfFile = inArray(via, ['file', 'start'])
  const [lastFile] = known
    ? []
    : await db.select({ id }).from(seasonRevisions).where(isOfFile).orderBy(desc(id)).limit(1)
  const base = known?.id ?? lastFile?.id ?? 0
  const [first] = await db.select({ text }).from(seasonRevisions).where(eq(id, base))
  if (!first) return new Set()
  const later = await db.select({ via, text }).from(seasonRevisions).where(gt(id, base)).orderBy(asc(id))
  const keys = new Set<string>()
  if (!later.some(({ via: by }) => by === 'desk')) return keys
  let before = fieldsIn(first.text)
  for (const { via: by, text: written } of later) {
    const after = fieldsIn(written)
    if (by === 'desk') for (const key of changedKeys(before, after)) keys.add(key)
    before = after
  }
  return keys
}
