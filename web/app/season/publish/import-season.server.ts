import { eq } from 'drizzle-orm'
import { accounts } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { removeDemo } from '#season/demo/remove-demo.server.ts'
import { writeDemo } from '#season/demo/write-demo.server.ts'
import { listRevertedEdits } from '#season/drafts/reverted-edits.server.ts'
import { addRevision, keepFirstRevision, lockSeason, type Revision } from '#season/drafts/revisions.server.ts'
import { latestRevision } from '#season/file/export-season.server.ts'
import { readSeason, type Season, type SourceFile } from '#season/file/season-file.server.ts'
import type { Path } from '#season/file/season-lines.ts'
import type { Report, SeasonPlan } from '#season/forms/planning.ts'
import { applySeason, followSessions, previewSeason } from './apply-season.server.ts'
import {
  countFamilies,
  type NotifySummary,
  notifyFamilies,
  type TellReworded,
} from './notify-families.server.ts'
import type { Change } from './season-changes.ts'
import { seasonBase } from './season-state.server.ts'

export type Import = { problems: string[] } | Imported
type Imported = {
  changes: Change[]
  told: NotifySummary
  /** Desk edits that the file would revert, line by line. */
  undoes: string[]
  isWritten: boolean
}

type Options = {
  /** False: dry run. */
  write: boolean
  /** Demo accounts belong to the built-in sandbox alone. */
  withDemo: boolean
  siteUrl: string
  /** Also mails families of sessions whose text alone changes. */
  tellReworded?: boolean
  /** Allows reverting desk edits. */
  undo?: boolean
  /** Does nothing if a season exists. */
  onlyFirst?: boolean
  /** Does nothing unless this is the current revision. */
  onlyAt?: number | undefined
  by?: Actor
  via?: Revision['via']
  now?: Date
}

const nobodyNotified: NotifySummary = { families: 0, reworded: 0, owed: [] }

/** The only entrance for season files: validates, then applies in one transaction. */
export async function importSeason(db: Db, file: SourceFile, options: Options): Promise<Import> {
  return rollBackUnless(
    db,
    (tx) => attempt(tx, file, options),
    (answer) => 'isWritten' in answer && answer.isWritten,
  )
}

/** Commits only if `isMeant`; rolls back otherwise, and returns the answer in both cases. */
export async function rollBackUnless<Answer>(
  db: Db,
  attempt: (tx: Db) => Promise<Answer>,
  isMeant: (answer: Answer) => boolean,
): Promise<Answer> {
  const answers: Answer[] = []
  const undone = new Error('undone')
  await db
    .transaction(async (tx) => {
      const answer = await attempt(tx)
      answers[0] = answer
      if (!isMeant(answer)) throw undone
    })
    .catch((problem) => {
      if (problem !== undone) throw problem
    })
  return orNotFound(answers[0])
}

async function attempt(tx: Db, file: SourceFile, options: Options): Promise<Import> {
  if (options.write) await lockSeason(tx)
  const isOther = options.onlyAt !== undefined && options.onlyAt !== (await latestRevision(tx))
  if (isOther || (options.onlyFirst && (await tx.$count(programme)) > 0))
    return { changes: [], told: nobodyNotified, undoes: [], isWritten: false }
  const storedBase = await seasonBase(tx)
  const read = readSeason(file, (timeZone) => storedBase ?? todayIn(timeZone, options.now))
  if (!read.season) return { problems: read.problems }
  const { season, lineOf } = read
  if (options.write) await keepFirstRevision(tx)
  const formatPlace = (path: Path) => `${file.name}:${lineOf(path)}`
  const undoes = await listRevertedEdits(tx, season, formatPlace)
  const isWritten = options.write && (undoes.length === 0 || options.undo === true)
  const before = await removeDemoUnless(tx, season, options)
  const today = todayIn(season.programme['time zone'], options.now)
  const plan = await (isWritten ? applySeason : previewSeason)(tx, season, today)
  const against = [...before.problems, ...plan.problems]
  if (against.length > 0)
    return { problems: against.map(({ path, message }) => `${formatPlace(path)}: ${message}`) }
  const changes = [...before.changes, ...plan.changes]
  if (!isWritten)
    return { changes, told: await countFamilies(tx, upcomingMoves(plan, today), options), undoes, isWritten }
  const demo = options.withDemo ? season.demo : undefined
  if (demo) changes.push(...(await writeDemo(tx, season, demo)))
  const { by = 'site', via = 'start' } = options
  const { notified } = await finishSeason(tx, season, plan, { ...options, today, by, via })
  return { changes, told: notified, undoes, isWritten }
}

type Finish = Revision & { siteUrl: string; tellReworded?: TellReworded; today: string }

/** Steps after the season's rows are written: coaches, meetings, mails, revision and log. */
export async function finishSeason(
  tx: Db,
  season: Season,
  plan: SeasonPlan,
  { today, by, via, ...mail }: Finish,
) {
  await followSessions(tx, season, today)
  const { siteUrl, tellReworded = false } = mail
  const notified = await notifyFamilies(tx, upcomingMoves(plan, today), { siteUrl, tellReworded, today })
  if (plan.changes.every(({ did }) => did === 'unchanged')) return { notified, revision: undefined }
  const revision = await addRevision(tx, { by, via })
  const what = via === 'desk' ? 'season published' : 'season brought in'
  await addChange(tx, { actor: by, what, after: { revision } })
  return { notified, revision }
}

/** Past sessions need no notice. */
export const upcomingMoves = ({ moves }: SeasonPlan, today: string) =>
  moves.filter(({ lastDay }) => lastDay >= today)

/** An imported season replaces the demo data; an exported one may ask to leave it. */
async function removeDemoUnless(tx: Db, season: Season, { withDemo }: Options): Promise<Report> {
  if (withDemo && (season.demo || season.demoStays)) return { changes: [], problems: [] }
  if ((await tx.$count(accounts, eq(accounts.isDemo, true))) === 0) return { changes: [], problems: [] }
  return removeDemo(tx)
}
