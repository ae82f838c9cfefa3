import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { latestRevision, readNow } from '#season/file/export-season.server.ts'
import {
  type SeasonStructure,
  structureFrom,
  toStructureColumns,
} from '#season/file/season-structure.server.ts'
import { picturesFor } from '#season/pictures/kept-pictures.db.server.ts'
import {
  type Draft,
  newDraft,
  type Published,
  type PublishOptions,
  publishSeason,
} from '#season/publish/publish-season.server.ts'
import { seasonDrafts, seasonRevisions } from '#season/season.tables.ts'
import { changesOf } from './draft-changes.ts'
import { type Answers, mergeSeasons } from './draft-merge.ts'
import { waitingLines } from './draft-words.ts'
import { seasonAt, structureColumns } from './revisions.server.ts'

/** Who edits: each member has one draft, known by the account. */
export type Writer = { accountId: string; actor: Actor }
export type OwnDraft = Draft & { changedAt: Date }

export async function draftOf(db: Db, writer: Writer): Promise<OwnDraft | undefined> {
  const { baseRevision: base, changedAt } = seasonDrafts
  const columns = { base, changedAt, ...structureColumns(seasonDrafts) }
  const [draft] = await db.select(columns).from(seasonDrafts).where(isOwn(writer))
  return draft && { base: draft.base, changedAt: draft.changedAt, structure: structureFrom(draft) }
}

/** Keeps what `edit` makes of the draft; the first change begins one. */
export async function editDraft(
  db: Db,
  writer: Writer,
  edit: (structure: SeasonStructure) => SeasonStructure,
): Promise<void> {
  const fresh = (await draftOf(db, writer)) ? undefined : await newDraft(db)
  await db.transaction(async (tx) => {
    if (fresh) await insertDraft(tx, writer, fresh)
    const [kept] = await tx
      .select(structureColumns(seasonDrafts))
      .from(seasonDrafts)
      .where(isOwn(writer))
      .for('update')
    const edited = edit(structureFrom(found(kept)))
    await tx
      .update(seasonDrafts)
      .set({ ...toStructureColumns(edited), changedAt: new Date() })
      .where(isOwn(writer))
  })
}

export const deleteDraft = (db: Db, writer: Writer) => db.delete(seasonDrafts).where(isOwn(writer))

/** What a draft changed, on the season as it is now, and what others published since it began. */
export async function mergeOf(db: Db, draft: OwnDraft, theirs: SeasonStructure, answers?: Answers) {
  const base = await seasonAt(db, draft.base)
  const merge = mergeSeasons({ base, mine: draft.structure, theirs }, answers)
  return { ...merge, since: changesOf(base, theirs) }
}

/**
 * Brings a draft onto the state that the season has now, which is the one that the writer has read; refused while a line
 * waits for an answer.
 */
export async function bringForward(
  db: Db,
  writer: Writer,
  { revision, answers }: { revision: number; answers: Answers },
): Promise<void> {
  const draft = found(await draftOf(db, writer))
  if ((await latestRevision(db)) !== revision) refuse('not-possible', publishedAgain)
  const { merged, conflicts } = await mergeOf(db, draft, await readNow(db), answers)
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

/** Publishes what the writer has read; the draft is over then. */
export async function publishDraft(
  db: Db,
  writer: Writer,
  { readAt, ...options }: Omit<PublishOptions, 'by'> & { readAt: number },
): Promise<Published> {
  const draft = found(await draftOf(db, writer))
  if (draft.changedAt.getTime() !== readAt) refuse('not-possible', changedElsewhere)
  const published = await publishSeason(db, draft, { ...options, by: writer.actor })
  if (published.did === 'published') await db.delete(seasonDrafts).where(isAsRead(writer, draft))
  return published
}

/** The last state if it was published at the desk, and the one before it. */
export async function lastPublish(db: Db) {
  const { id, at, by, via } = seasonRevisions
  const [last, before] = await db.select({ id, at, by, via }).from(seasonRevisions).orderBy(desc(id)).limit(2)
  return last?.via === 'desk' && before ? { ...last, before: before.id } : undefined
}

/** A draft that makes the season what it was before the last publish: read and published as any other. */
export async function draftOfBefore(db: Db, writer: Writer): Promise<void> {
  const last = (await lastPublish(db)) ?? refuse('not-possible', 'The last change was not made here.')
  if (await draftOf(db, writer))
    refuse('not-possible', 'You are writing a draft. Publish it or delete it first.')
  const before = await seasonAt(db, last.before)
  const pictures = await picturesFor(db, before)
  // A picture that went while the site did not keep pictures yet is left out.
  const staff = (before.staff ?? []).map(({ picture, ...member }) => ({
    ...member,
    ...(picture && pictures[picture] && { picture }),
  }))
  await insertDraft(db, writer, { base: last.id, structure: { ...before, staff } })
}

/** Who published since a state, the newest first. */
export const publishedSince = (db: Db, revision: number) =>
  db
    .select({ at: seasonRevisions.at, by: seasonRevisions.by })
    .from(seasonRevisions)
    .where(gt(seasonRevisions.id, revision))
    .orderBy(desc(seasonRevisions.id))

const isOwn = ({ accountId }: Writer) => eq(seasonDrafts.id, accountId)

/** The database counts in smaller parts of a second than we read. */
const isAsRead = (writer: Writer, { changedAt }: OwnDraft) =>
  and(
    isOwn(writer),
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
