import { desc, eq } from 'drizzle-orm'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { found } from '#platform/refusal.ts'
import { picturesFor } from '#season/pictures/kept-pictures.db.server.ts'
import { readState } from '#season/publish/season-state.server.ts'
import { seasonRevisions } from '#season/season.tables.ts'
import type { GivenFile } from './season-file.server.ts'
import { type SeasonStructure, textOf } from './season-structure.server.ts'
import { structureOfRows } from './structure-of-rows.ts'

export type ExportedSeason = GivenFile & { revision: number | undefined }

/** The whole season as a file: all years, what is inactive too, and the pictures. Brought in again it changes nothing. */
export async function exportSeason(db: Db): Promise<ExportedSeason> {
  const { structure, revision } = await seasonNow(db)
  const pictures = await picturesFor(db, structure)
  return { name: 'season.yaml', text: textOf(structure), pictures, revision }
}

/** The season as its file would say it, and the state that it is. */
export async function seasonNow(db: Db) {
  const revision = await latestRevision(db)
  const structure = { ...(revision !== undefined && { revision }), ...(await readNow(db)) }
  return { structure, revision }
}

export async function latestRevision(db: Db): Promise<number | undefined> {
  const { id } = seasonRevisions
  const [row] = await db.select({ id }).from(seasonRevisions).orderBy(desc(id)).limit(1)
  return row?.id
}

/** The season without the state that it is: that is to be kept. */
export async function readNow(db: Db): Promise<SeasonStructure> {
  const { programme, events, sessions, staff } = await readState(db)
  const hasDemo = (await db.$count(accounts, eq(accounts.isDemo, true))) > 0
  const withSessions = events.map((event) => ({
    ...event,
    sessions: sessions.filter(({ eventId }) => eventId === event.id),
  }))
  return {
    ...structureOfRows({ programme: found(programme), staff, events: withSessions }),
    ...(hasDemo && { 'demo stays': true }),
  }
}
