import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { type DraftChange, listChanges } from '#season/drafts/draft-changes.ts'
import { keepFirstRevision, lockSeason, seasonAt } from '#season/drafts/revisions.server.ts'
import { latestRevision, readNow } from '#season/file/export-season.server.ts'
import { readStructure, type Season } from '#season/file/season-file.server.ts'
import type { PlacedProblem } from '#season/file/season-problems.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import { picturesFor } from '#season/pictures/stored-pictures.db.server.ts'
import { applySeason, previewSeason } from './apply-season.server.ts'
import { finishSeason, rollBackUnless, upcomingMoves } from './import-season.server.ts'
import type { NotifySummary, TellReworded } from './notify-families.server.ts'
import { seasonBase } from './season-state.server.ts'
import type { Move } from './session-moves.ts'

/** `base` is the revision that it started from. */
export type Draft = { structure: SeasonStructure; base: number }

export type Preview = { problems: PlacedProblem[]; moves: Move[] }

export type Published =
  | { did: 'published'; revision: number | undefined; notified: NotifySummary }
  | { did: 'stale'; stale: DraftChange[]; revision: number }
  | { did: 'problems'; problems: PlacedProblem[] }

export type PublishOptions = { by: Actor; siteUrl: string; tellReworded: TellReworded; now?: Date }

export async function newDraft(db: Db): Promise<Draft> {
  return db.transaction(async (tx) => {
    await keepFirstRevision(tx)
    return { structure: await readNow(tx), base: orNotFound(await latestRevision(tx)) }
  })
}

/** Takes no locks. */
export async function previewDraft(db: Db, structure: SeasonStructure, now?: Date): Promise<Preview> {
  const { season, today, problems } = await checkDraft(db, structure, now)
  if (!season) return { problems, moves: [] }
  const plan = await previewSeason(db, season, today)
  return { problems: plan.problems, moves: upcomingMoves(plan, today) }
}

/**
 * Publishes whole or not at all. With two at once one wins; the other, like any stale draft, gets the difference. The
 * caller nudges the mail queue.
 */
export async function publishSeason(db: Db, draft: Draft, options: PublishOptions): Promise<Published> {
  return rollBackUnless(
    db,
    (tx) => attempt(tx, draft, options),
    ({ did }) => did === 'published',
  )
}

async function attempt(tx: Db, draft: Draft, { by, now, ...mail }: PublishOptions): Promise<Published> {
  await lockSeason(tx)
  const revision = orNotFound(await latestRevision(tx))
  if (draft.base !== revision)
    return { did: 'stale', stale: listChanges(await seasonAt(tx, draft.base), await readNow(tx)), revision }
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
  const base = orNotFound(await seasonBase(db))
  const { season, places: problems } = readStructure(structure, pictures, base)
  return { season, problems, today: season ? todayIn(season.programme['time zone'], now) : base }
}
