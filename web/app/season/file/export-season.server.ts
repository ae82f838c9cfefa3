import { desc, eq } from 'drizzle-orm'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { picturesFor } from '#season/pictures/stored-pictures.db.server.ts'
import { readState } from '#season/publish/season-state.server.ts'
import { seasonRevisions } from '#season/season.tables.ts'
import { toStructure } from './rows-to-structure.ts'
import type { SourceFile } from './season-file.server.ts'
import { formatSeason, type SeasonStructure } from './season-structure.server.ts'

export type ExportedSeason = SourceFile & { revision: number | undefined }

/** All years, inactive sessions included, with pictures. Importing it again changes nothing. */
export async function exportSeason(db: Db): Promise<ExportedSeason> {
  const { structure, revision } = await seasonNow(db)
  const pictures = await picturesFor(db, structure)
  return { name: 'season.yaml', text: formatSeason(structure), pictures, revision }
}

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

/** Without `revision`, since this is what gets stored as one. */
export async function readNow(db: Db): Promise<SeasonStructure> {
  const { programme, events, sessions, staff } = await readState(db)
  const hasDemo = (await db.$count(accounts, eq(accounts.isDemo, true))) > 0
  const withSessions = events.map((event) => ({
    ...event,
    sessions: sessions.filter(({ eventId }) => eventId === event.id),
  }))
  return {
    ...toStructure({ programme: orNotFound(programme), staff, events: withSessions }),
    ...(hasDemo && { 'demo stays': true }),
  }
}
