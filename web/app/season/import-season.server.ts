import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database.server.ts'
import { todayIn } from '#platform/dates.ts'
import { programme } from '#platform/programme.tables.ts'
import { removeDemo } from './demo/remove-demo.server.ts'
import { writeDemo } from './demo/write-demo.server.ts'
import { type Report, seasonBase, writeSeason } from './season.db.server.ts'
import type { Change } from './season-changes.ts'
import { type GivenFile, readSeason } from './season-file.server.ts'
import { type Told, tellFamilies } from './tell-families.server.ts'

export type Import = { problems: string[] } | { changes: Change[]; told: Told; isWritten: boolean }

type Options = {
  /** False: says what would change, and changes nothing. */
  write: boolean
  /** Demo accounts belong to the built-in sandbox alone. */
  withDemo: boolean
  siteUrl: string
  /** Mails families too where only hours or place change. */
  tellReworded?: boolean
  /** Leaves a database alone that has a season already. */
  onlyFirst?: boolean
  now?: Date
}

const nobody: Told = { families: 0, reworded: 0, owed: [] }
const importLock = 72_017_002

/**
 * The door of every season: checks the whole file, then brings the database in line with it in one transaction.
 * What would change is found by doing it and undoing it, so the answer is exact.
 */
export async function importSeason(db: Db, file: GivenFile, options: Options): Promise<Import> {
  let answer: Import = { problems: [] }
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${importLock})`)
      answer = await attempt(tx, file, options)
      if ('problems' in answer || !options.write) throw undone
    })
  } catch (problem) {
    if (problem !== undone) throw problem
  }
  return answer
}

const undone = new Error('undone')

async function attempt(tx: Db, file: GivenFile, options: Options): Promise<Import> {
  if (options.onlyFirst && (await tx.$count(programme)) > 0)
    return { changes: [], told: nobody, isWritten: false }
  const kept = await seasonBase(tx)
  const { season, problems } = readSeason(file, (timeZone) => kept ?? todayIn(timeZone, options.now))
  if (!season) return { problems }
  const demo = options.withDemo ? season.demo : undefined
  const before: Report = demo ? { changes: [], problems: [] } : await removeDemo(tx)
  const written = await writeSeason(tx, season)
  const against = [...before.problems, ...written.problems]
  if (against.length > 0)
    return { problems: against.map(({ line, words }) => `${file.name}:${line}: ${words}`) }
  const today = todayIn(season.programme['time zone'], options.now)
  const told = await tellFamilies(
    tx,
    written.moves.filter(({ lastDay }) => lastDay >= today),
    { siteUrl: options.siteUrl, tellReworded: options.tellReworded ?? false },
  )
  const after = demo ? await writeDemo(tx, season, demo) : []
  const changes = [...before.changes, ...written.changes, ...after]
  return { changes, told, isWritten: options.write }
}
