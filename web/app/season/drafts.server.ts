import { and, desc, eq, gt } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { type Answers, mergeSeasons } from './draft-merge.ts'
import { seasonNow } from './export-season.server.ts'
import { picturesFor } from './kept-pictures.db.server.ts'
import { newDraft, type Published, type PublishOptions, publishSeason } from './publish-season.server.ts'
import { revisionText } from './revisions.server.ts'
import { seasonDrafts, seasonRevisions } from './season.tables.ts'
import { type SeasonStructure, structureOf, textOf } from './season-structure.server.ts'

/** Who edits: each member has one draft, known by the account. */
export type Writer = { accountId: string; actor: Actor }
export type OwnDraft = { base: number; text: string; changedAt: Date }

export async function draftOf(db: Db, { accountId }: Writer): Promise<OwnDraft | undefined> {
  const { baseRevision: base, text, changedAt } = seasonDrafts
  const [draft] = await db
    .select({ base, text, changedAt })
    .from(seasonDrafts)
    .where(eq(seasonDrafts.id, accountId))
  return draft
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
      .select({ text: seasonDrafts.text })
      .from(seasonDrafts)
      .where(isOwn(writer))
      .for('update')
    const before = structureOf(found(kept).text)
    await tx
      .update(seasonDrafts)
      .set({ text: textOf(edit(before)), changedAt: new Date() })
      .where(isOwn(writer))
  })
}

export const deleteDraft = (db: Db, writer: Writer) => db.delete(seasonDrafts).where(isOwn(writer))

/** What became of the season since the draft began, and what both changed. */
export async function mergeOf(db: Db, { base, text }: OwnDraft, theirs: SeasonStructure, answers?: Answers) {
  const before = structureOf(found(await revisionText(db, base)))
  return mergeSeasons({ base: before, mine: structureOf(text), theirs }, answers)
}

/** Brings a draft onto the state that the season has now; refused while a line waits for an answer. */
export async function bringForward(db: Db, writer: Writer, answers: Answers): Promise<void> {
  const draft = found(await draftOf(db, writer))
  const { structure, revision } = await seasonNow(db)
  const { merged, conflicts } = await mergeOf(db, draft, structure, answers)
  if (conflicts.length > 0) refuse('not-possible', waitingLines(conflicts.length))
  await db
    .update(seasonDrafts)
    .set({ text: textOf(merged), baseRevision: found(revision), changedAt: new Date() })
    .where(and(isOwn(writer), eq(seasonDrafts.changedAt, draft.changedAt)))
}

const waitingLines = (count: number) =>
  count === 1 ? 'One line needs your answer.' : `${count} lines need your answer.`

/** Publishes what the writer has read; the draft is over then. */
export async function publishDraft(
  db: Db,
  writer: Writer,
  { readAt, ...options }: Omit<PublishOptions, 'by'> & { readAt: number },
): Promise<Published> {
  const draft = found(await draftOf(db, writer))
  if (draft.changedAt.getTime() !== readAt)
    refuse('not-possible', 'This draft was changed in another window. Read what changes once more.')
  const published = await publishSeason(db, draft, { ...options, by: writer.actor })
  if (published.did === 'published')
    await db.delete(seasonDrafts).where(and(isOwn(writer), eq(seasonDrafts.changedAt, draft.changedAt)))
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
  const before = structureOf(found(await revisionText(db, last.before)))
  const pictures = await picturesFor(db, before)
  // A picture that went while the site did not keep pictures yet is left out.
  const staff = (before.staff ?? []).map(({ picture, ...member }) => ({
    ...member,
    ...(picture && pictures[picture] && { picture }),
  }))
  await insertDraft(db, writer, { base: last.id, text: textOf({ ...before, staff }) })
}

/** Who published since a state, the newest first. */
export const publishedSince = (db: Db, revision: number) =>
  db
    .select({ at: seasonRevisions.at, by: seasonRevisions.by })
    .from(seasonRevisions)
    .where(gt(seasonRevisions.id, revision))
    .orderBy(desc(seasonRevisions.id))

const isOwn = ({ accountId }: Writer) => eq(seasonDrafts.id, accountId)

const insertDraft = (
  db: Db,
  { accountId: id, actor: by }: Writer,
  { base, text }: { base: number; text: string },
) => db.insert(seasonDrafts).values({ id, by, baseRevision: base, text }).onConflictDoNothing()
