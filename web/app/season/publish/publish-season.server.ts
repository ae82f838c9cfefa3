import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { found } from '#platform/refusal.ts'
import { changesOf, type DraftChange } from '#season/drafts/draft-changes.ts'
import { keepFirstRevision, lockSeason, seasonAt } from '#season/drafts/revisions.server.ts'
import { latestRevision, readNow } from '#season/file/export-season.server.ts'
import { readStructure, type Season } from '#season/file/season-file.server.ts'
import type { PlacedProblem } from '#season/file/season-problems.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import { picturesFor } from '#season/pictures/kept-pictures.db.server.ts'
import { applySeason, previewSeason } from './apply-season.server.ts'
import { finishSeason, toldOf, undoneUnless } from './import-season.server.ts'
import { seasonBase } from './season-state.server.ts'
import type { Move } from './session-moves.ts'
import type { TellReworded, Told } from './tell-families.server.ts'

/** A season that somebody edits, and the kept state that it began from. */
export type Draft = { structure: SeasonStructure; base: number }

/** What is wrong with a draft, and what families would see change. */
export type Preview = { problems: PlacedProblem[]; moves: Move[] }

export type Published =
  | { did: 'published'; revision: number | undefined; told: Told }
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

/** What a draft would do. It locks nothing. */
export async function previewDraft(db: Db, structure: SeasonStructure, now?: Date): Promise<Preview> {
  const { season, today, problems } = await checkDraft(db, structure, now)
  if (!season) return { problems, moves: [] }
  const plan = await previewSeason(db, season, today)
  return { problems: plan.problems, moves: toldOf(plan, today) }
}

/**
 * Brings a draft in, whole or not at all. Of two at once one wins; the other, and every draft that is older than the
 * season, gets the difference. The caller nudges the mails.
 */
export async function publishSeason(db: Db, draft: Draft, options: PublishOptions): Promise<Published> {
  return undoneUnless(
    db,
    (tx) => attempt(tx, draft, options),
    ({ did }) => did === 'published',
  )
}

async function attempt(tx: Db, draft: Draft, { by, now, ...mail }: PublishOptions): Promise<Published> {
  await lockSeason(tx)
  const revision = found(await latestRevision(tx))
  if (draft.base !== revision)
    return { did: 'stale', stale: changesOf(await seasonAt(tx, draft.base), await readNow(tx)), revision }
  const { season, today, problems } = await checkDraft(tx, draft.structure, now)
  if (!season) return { did: 'problems', problems }
  const plan = await applySeason(tx, season, today)
  if (plan.problems.length > 0) return { did: 'problems', problems: plan.problems }
  return { did: 'published', ...(await finishSeason(tx, season, plan, { ...mail, today, by, via: 'desk' })) }
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
