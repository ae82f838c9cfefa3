import { desc, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { latestRevision, readNow } from '#season/file/export-season.server.ts'
import {
  parseStructure,
  type SeasonStructure,
  structureFrom,
  toStructureColumns,
} from '#season/file/season-structure.server.ts'
import { dropPictures } from '#season/pictures/stored-pictures.db.server.ts'
import { seasonDrafts, seasonRevisions } from '#season/season.tables.ts'

export type Revision = { by: Actor; via: 'file' | 'desk' | 'start' }

/** Stores the current season, in the transaction that changed it. */
export async function addRevision(tx: Db, revision: Revision): Promise<number> {
  const [saved] = await tx
    .insert(seasonRevisions)
    .values({ ...revision, ...toStructureColumns(await readNow(tx)) })
    .returning({ id: seasonRevisions.id })
  await dropPictures(tx)
  return orNotFound(saved).id
}

const importLock = 72_017_002

/** Advisory lock: one writer of seasons at a time, until the transaction ends. */
export const lockSeason = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${importLock})`)

type Change = Pick<Parameters<typeof addChange>[1], 'what' | 'sessionId' | 'meetingId'>

/** Changes the season directly, past all drafts; stores a revision and logs the change that `work` returns. */
export const changeSeason = (db: Db, by: Actor, work: (tx: Db) => Promise<Change>): Promise<void> =>
  db.transaction(async (tx) => {
    await lockSeason(tx)
    await keepFirstRevision(tx)
    const change = await work(tx)
    const revision = await addRevision(tx, { by, via: 'desk' })
    await addChange(tx, { actor: by, ...change, after: { revision } })
  })

/** For sites older than revisions. */
export async function keepFirstRevision(tx: Db): Promise<void> {
  if ((await tx.$count(programme)) === 0 || (await latestRevision(tx)) !== undefined) return
  await addRevision(tx, { by: 'site', via: 'start' })
}

export async function seasonAt(db: Db, id: number): Promise<SeasonStructure> {
  const [row] = await db
    .select(structureColumns(seasonRevisions))
    .from(seasonRevisions)
    .where(eq(seasonRevisions.id, id))
  return structureFrom(orNotFound(row))
}

/** The text only where the structure is missing. */
export const structureColumns = ({ structure, text }: typeof seasonRevisions | typeof seasonDrafts) => ({
  structure,
  text: sql<string>`case when ${structure} is null then ${text} else '' end`,
})

/** Backfills `structure` of rows that the previous version wrote as text. */
export async function readEarlierSeasons(db: Db): Promise<void> {
  for (const table of [seasonRevisions, seasonDrafts]) {
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(isNull(table.structure))
      .orderBy(desc(table.id))
    for (const { id } of rows) await readEarlier(db, table, id)
  }
}

function readEarlier(db: Db, table: typeof seasonRevisions | typeof seasonDrafts, id: number | string) {
  return db.transaction(async (tx) => {
    const isIt = sql`${table.id} = ${id} and ${table.structure} is null`
    const [row] = await tx.select({ text: table.text }).from(table).where(isIt).for('update')
    if (row)
      await tx
        .update(table)
        .set({ structure: parseStructure(row.text) })
        .where(isIt)
  })
}
