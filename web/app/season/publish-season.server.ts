import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { todayIn } from '#platform/dates.ts'
import { found } from '#platform/refusal.ts'
import { applySeason, previewSeason } from './apply-season.server.ts'
import { changesOf, type DraftChange } from './draft-changes.ts'
import { latestRevision, readNow } from './export-season.server.ts'
import { finishSeason, lockSeason, toldOf } from './import-season.server.ts'
import { picturesFor } from './kept-pictures.db.server.ts'
import type { SeasonPlan } from './planning.ts'
import { keepFirstRevision, seasonAt } from './revisions.server.ts'
import type { Change } from './season-changes.ts'
import { readStructure, type Season } from './season-file.server.ts'
import type { PlacedProblem } from './season-problems.ts'
import { seasonBase } from './season-state.server.ts'
import type { SeasonStructure } from './season-structure.server.ts'
import type { Move } from './session-moves.ts'
import { countFamilies, familiesOfMoves, type TellReworded, type Told } from './tell-families.server.ts'

/** A season that somebody edits, and the kept state that it began from. */
export type Draft = { structure: SeasonStructure; base: number }

export type Preview = {
  problems: PlacedProblem[]
  changes: Change[]
  /** What families would see change, and how many are registered there. */
  moves: (Move & { families: number })[]
  told: Told
  /** What others published since the draft began. */
  stale: DraftChange[]
  /** The state that the season has now. */
  revision: number
}

export type Published =
  | { did: 'published'; revision: number | undefined; changes: Change[]; told: Told }
  | { did: 'stale'; stale: DraftChange[]; revision: number }
  | { did: 'problems'; problems: PlacedProblem[] }

export type PublishOptions = { by: Actor; siteUrl: string; tellReworded: TellReworded; now?: Date }

/** The season as a draft of now. */
export async function newDraft(db: Db): Promise<Draft> {
  return db.transaction(async (tx) => {
    await keepFirstRevision(tx)
    return { structure: await readNow(tx), base: found(await latestRevision(tx)) }
  })
}

/** Everything that a draft would change. It locks nothing. */
export async function planSeasonChange(
  db: Db,
  { structure, base }: Draft,
  { now, tellReworded }: { now?: Date; tellReworded?: boolean } = {},
): Promise<Preview> {
  const revision = found(await latestRevision(db))
  const stale = await staleness(db, base, revision)
  const { season, today, problems } = await checkDraft(db, structure, now)
  if (!season) return { problems, stale, revision, ...nothing }
  const plan = await previewSeason(db, season, today)
  const moves = toldOf(plan, today)
  return {
    problems: plan.problems,
    changes: plan.changes.filter(({ did }) => did !== 'unchanged'),
    moves: await familiesOfMoves(db, moves),
    told: await countFamilies(db, moves, { tellReworded }),
    stale,
    revision,
  }
}

const nothing: Pick<Preview, 'changes' | 'moves' | 'told'> = {
  changes: [],
  moves: [],
  told: { families: 0, reworded: 0, owed: [] },
}

/**
 * Brings a draft in, whole or not at all. Of two at once one wins; the other, and every draft that is older than the
 * season, gets the difference. The caller nudges the mails.
 */
export async function publishSeason(db: Db, draft: Draft, options: PublishOptions): Promise<Published> {
  let published: Published = { did: 'problems', problems: [] }
  try {
    await db.transaction(async (tx) => {
      published = await attempt(tx, draft, options)
      if (published.did !== 'published') throw undone
    })
  } catch (problem) {
    if (problem !== undone) throw problem
  }
  return published
}

const undone = new Error('undone')

async function attempt(tx: Db, draft: Draft, { by, now, ...mail }: PublishOptions): Promise<Published> {
  await lockSeason(tx)
  const revision = found(await latestRevision(tx))
  if (draft.base !== revision)
    return { did: 'stale', stale: await staleness(tx, draft.base, revision), revision }
  const { season, today, problems } = await checkDraft(tx, draft.structure, now)
  if (!season) return { did: 'problems', problems }
  const plan: SeasonPlan = await applySeason(tx, season, today)
  if (plan.problems.length > 0) return { did: 'problems', problems: plan.problems }
  const finished = await finishSeason(tx, season, plan, { ...mail, today, by, via: 'desk' })
  return { did: 'published', changes: plan.changes, ...finished }
}

async function checkDraft(
  db: Db,
  structure: SeasonStructure,
  now?: Date,
): Promise<{ season: Season | undefined; today: string; problems: PlacedProblem[] }> {
  const pictures = await picturesFor(db, structure)
  const base = found(await seasonBase(db))
  const { season, places: problems } = readStructure(structure, pictures, base)
  return { season, problems, today: season ? todayIn(season.programme['time zone'], now) : base }
}

/** What others published since a state. */
async function staleness(db: Db, base: number, revision: number): Promise<DraftChange[]> {
  return base === revision ? [] : changesOf(await seasonAt(db, base), await readNow(db))
}
