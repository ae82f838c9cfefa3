import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { latestRevision, readNow } from '#season/file/export-season.server.ts'
import {
  type SeasonStructure,
  structureFrom,
  toStructureColumns,
} from '#season/file/season-structure.server.ts'
import { picturesFor } from '#season/pictures/stored-pictures.db.server.ts'
import {
  type Draft,
  newDraft,
  type Published,
  type PublishOptions,
  publishSeason,
} from '#season/publish/publish-season.server.ts'
import { seasonDrafts, seasonRevisions } from '#season/season.tables.ts'
import { listChanges } from './draft-changes.ts'
import { waitingLines } from './draft-labels.ts'
import { type Answers, mergeSeasons } from './draft-merge.ts'
import { seasonAt, structureColumns } from './revisions.server.ts'

/** Each member has one draft, keyed by account. */
export type Writer = { accountId: string; actor: Actor }
export type SavedDraft = Draft & { changedAt: Date }

export async function findDraft(db: Db, writer: Writer): Promise<SavedDraft | undefined> {
  const { baseRevision: base, changedAt } = seasonDrafts
  const columns = { base, changedAt, ...structureColumns(seasonDrafts) }
  const [draft] = await db.select(columns).from(seasonDrafts).where(isDraftBy(writer))
  return draft && { base: draft.base, changedAt: draft.changedAt, structure: structureFrom(draft) }
}

/** Saves the edited draft; the first edit creates it. */
export async function editDraft(
  db: Db,
  writer: Writer,
  edit: (structure: SeasonStructure) => SeasonStructure,
): Promise<void> {
  const fresh = (await findDraft(db, writer)) ? undefined : await newDraft(db)
  await db.transaction(async (tx) => {
    if (fresh) await insertDraft(tx, writer, fresh)
    const [saved] = await tx
      .select(structureColumns(seasonDrafts))
      .from(seasonDrafts)
      .where(isDraftBy(writer))
      .for('update')
    const edited = edit(structureFrom(orNotFound(saved)))
    await tx
      .update(seasonDrafts)
      .set({ ...toStructureColumns(edited), changedAt: new Date() })
      .where(isDraftBy(writer))
  })
}

export const deleteDraft = (db: Db, writer: Writer) => db.delete(seasonDrafts).where(isDraftBy(writer))

/** Merges a draft with the current season; `since`: what others published after its base. */
export async function mergeDraft(db: Db, draft: SavedDraft, theirs: SeasonStructure, answers?: Answers) {
  const base = await seasonAt(db, draft.base)
  const merge = mergeSeasons({ base, mine: draft.structure, theirs }, answers)
  return { ...merge, since: listChanges(base, theirs) }
}

/** Rebases a draft onto the revision that the writer has read. Refused while there are conflicts. */
export async function bringForward(
  db: Db,
  writer: Writer,
  { revision, answers }: { revision: number; answers: Answers },
): Promise<void> {
  const draft = orNotFound(await findDraft(db, writer))
  if ((await latestRevision(db)) !== revision) refuse('not-possible', publishedAgain)
  const { merged, conflicts } = await mergeDraft(db, draft, await readNow(db), answers)
  if (conflicts.length > 0) refuse('not-possible', waitingLines(conflicts.length))
  const brought = await db
    .update(seasonDrafts)
    .set({ ...toStructureColumns(merged), baseRevision: revision, changedAt: new Date() })
    .where(isAsRead(writer, draft))
    .returning({ id: seasonDrafts.id })
  if (brought.length === 0) refuse('not-possible', changedElsewhere)
}

const publishedAgain = 'Somebody published meanwhile. Read what changed once more.'
const changedElsewhere = 'This draft was changed in another window. Read what changes once more.'

/** Publishes the draft as the writer has read it, then deletes it. */
export async function publishDraft(
  db: Db,
  writer: Writer,
  { readAt, ...options }: Omit<PublishOptions, 'by'> & { readAt: number },
): Promise<Published> {
  const draft = orNotFound(await findDraft(db, writer))
  if (draft.changedAt.getTime() !== readAt) refuse('not-possible', changedElsewhere)
  const published = await publishSeason(db, draft, { ...options, by: writer.actor })
  if (published.did === 'published') await db.delete(seasonDrafts).where(isAsRead(writer, draft))
  return published
}

/** The last revision if it was published at the desk, and the one before. */
export async function lastPublish(db: Db) {
  const { id, at, by, via } = seasonRevisions
  const [last, before] = await db.select({ id, at, by, via }).from(seasonRevisions).orderBy(desc(id)).limit(2)
  return last?.via === 'desk' && before ? { ...last, before: before.id } : undefined
}

/** A draft that undoes the last publish. */
export async function createUndoDraft(db: Db, writer: Writer): Promise<void> {
  const last = (await lastPublish(db)) ?? refuse('not-possible', 'The last change was not made here.')
  if (await findDraft(db, writer))
    refuse('not-possible', 'You are writing a draft. Publish it or delete it first.')
  const before = await seasonAt(db, last.before)
  const pictures = await picturesFor(db, before)
  // Older revisions may name pictures that were never stored.
  const staff = (before.staff ?? []).map(({ picture, ...member }) => ({
    ...member,
    ...(picture && pictures[picture] && { picture }),
  }))
  await insertDraft(db, writer, { base: last.id, structure: { ...before, staff } })
}

export const publishedSince = (db: Db, revision: number) =>
  db
    .select({ at: seasonRevisions.at, by: seasonRevisions.by })
    .from(seasonRevisions)
    .where(gt(seasonRevisions.id, revision))
    .orderBy(desc(seasonRevisions.id))

const isDraftBy = ({ accountId }: Writer) => eq(seasonDrafts.id, accountId)

/** PostgreSQL has microseconds, JavaScript milliseconds. */
const isAsRead = (writer: Writer, { changedAt }: SavedDraft) =>
  and(
    isDraftBy(writer),
    eq(
      sql`date_trunc('milliseconds', ${seasonDrafts.changedAt})`,
      sql.param(changedAt, seasonDrafts.changedAt),
    ),
  )

const insertDraft = (db: Db, { accountId: id, actor: by }: Writer, { base, structure }: Draft) =>
  db
    .insert(seasonDrafts)
    .values({ id, by, baseRevision: base, ...toStructureColumns(structure) })
    .onConflictDoNothing()
