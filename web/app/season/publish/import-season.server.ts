import { eq } from 'drizzle-orm'
import { accounts } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { found } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { removeDemo } from '#season/demo/remove-demo.server.ts'
import { writeDemo } from '#season/demo/write-demo.server.ts'
import { addRevision, keepFirstRevision, lockSeason, type Revision } from '#season/drafts/revisions.server.ts'
import { undoesIn } from '#season/drafts/undoes.server.ts'
import { latestRevision } from '#season/file/export-season.server.ts'
import { type GivenFile, readSeason, type Season } from '#season/file/season-file.server.ts'
import type { Path } from '#season/file/season-lines.ts'
import type { Report, SeasonPlan } from '#season/forms/planning.ts'
import { applySeason, followSessions, previewSeason } from './apply-season.server.ts'
import type { Change } from './season-changes.ts'
import { seasonBase } from './season-state.server.ts'
import { countFamilies, type TellReworded, type Told, tellFamilies } from './tell-families.server.ts'

export type Import = { problems: string[] } | Imported
type Imported = {
  changes: Change[]
  told: Told
  /** What was changed at the desk and would be as before, line by line. */
  undoes: string[]
  isWritten: boolean
}

type Options = {
  /** False: says what would change, and changes nothing. */
  write: boolean
  /** Demo accounts belong to the built-in sandbox alone. */
  withDemo: boolean
  siteUrl: string
  /** Mails families too where only a text changes. */
  tellReworded?: boolean
  /** What was changed at the desk may be undone. */
  undo?: boolean
  /** Leaves a database alone that has a season already. */
  onlyFirst?: boolean
  /** Leaves a season alone that is not of this state any more. */
  onlyAt?: number | undefined
  by?: Actor
  via?: Revision['via']
  now?: Date
}

const nobody: Told = { families: 0, reworded: 0, owed: [] }

/** The door of every season file: checks the whole of it, then brings the database in line with it in one transaction. */
export async function importSeason(db: Db, file: GivenFile, options: Options): Promise<Import> {
  return undoneUnless(
    db,
    (tx) => attempt(tx, file, options),
    (answer) => 'isWritten' in answer && answer.isWritten,
  )
}

/** What `attempt` answers; what it wrote stays only where that is what was meant. */
export async function undoneUnless<Answer>(
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
  return found(answers[0])
}

async function attempt(tx: Db, file: GivenFile, options: Options): Promise<Import> {
  if (options.write) await lockSeason(tx)
  const isOther = options.onlyAt !== undefined && options.onlyAt !== (await latestRevision(tx))
  if (isOther || (options.onlyFirst && (await tx.$count(programme)) > 0))
    return { changes: [], told: nobody, undoes: [], isWritten: false }
  const kept = await seasonBase(tx)
  const read = readSeason(file, (timeZone) => kept ?? todayIn(timeZone, options.now))
  if (!read.season) return { problems: read.problems }
  const { season, lineOf } = read
  if (options.write) await keepFirstRevision(tx)
  const placeOf = (path: Path) => `${file.name}:${lineOf(path)}`
  const undoes = await undoesIn(tx, season, placeOf)
  const isWritten = options.write && (undoes.length === 0 || options.undo === true)
  const before = await removeDemoUnless(tx, season, options)
  const today = todayIn(season.programme['time zone'], options.now)
  const plan = await (isWritten ? applySeason : previewSeason)(tx, season, today)
  const against = [...before.problems, ...plan.problems]
  if (against.length > 0) return { problems: against.map(({ path, words }) => `${placeOf(path)}: ${words}`) }
  const changes = [...before.changes, ...plan.changes]
  if (!isWritten)
    return { changes, told: await countFamilies(tx, toldOf(plan, today), options), undoes, isWritten }
  const demo = options.withDemo ? season.demo : undefined
  if (demo) changes.push(...(await writeDemo(tx, season, demo)))
  const { by = 'site', via = 'start' } = options
  const { told } = await finishSeason(tx, season, plan, { ...options, today, by, via })
  return { changes, told, undoes, isWritten }
}

type Finish = Revision & { siteUrl: string; tellReworded?: TellReworded; today: string }

/** What follows the rows of a season, whoever wrote them: coaches, meetings, mails, the kept state and the log. */
export async function finishSeason(
  tx: Db,
  season: Season,
  plan: SeasonPlan,
  { today, by, via, ...mail }: Finish,
) {
  await followSessions(tx, season, today)
  const { siteUrl, tellReworded = false } = mail
  const told = await tellFamilies(tx, toldOf(plan, today), { siteUrl, tellReworded, today })
  if (plan.changes.every(({ did }) => did === 'unchanged')) return { told, revision: undefined }
  const revision = await addRevision(tx, { by, via })
  const what = via === 'desk' ? 'season published' : 'season brought in'
  await addChange(tx, { actor: by, what, after: { revision } })
  return { told, revision }
}

/** Nobody is told of what is over. */
export const toldOf = ({ moves }: SeasonPlan, today: string) =>
  moves.filter(({ lastDay }) => lastDay >= today)

/** A season of one's own takes the demonstration away; an exported one leaves it. */
async function removeDemoUnless(tx: Db, season: Season, { withDemo }: Options): Promise<Report> {
  if (withDemo && (season.demo || season.demoStays)) return { changes: [], problems: [] }
  if ((await tx.$count(accounts, eq(accounts.isDemo, true))) === 0) return { changes: [], problems: [] }
  return removeDemo(tx)
}
