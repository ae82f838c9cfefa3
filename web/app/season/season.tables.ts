import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'

/**
 * Parsed form of `text`. Null where the previous version wrote: a trigger clears it, the start backfills it. `text`
 * goes with a later release.
 */
const structure = () => jsonb().$type<SeasonStructure>()

/** A snapshot per change: base of drafts and of conflict checks. Never updated. */
export const seasonRevisions = pgTable('season_revisions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** As in `changes`. */
  by: text().$type<Actor>().notNull(),
  via: text({ enum: ['file', 'desk', 'start'] }).notNull(),
  text: text().notNull(),
  structure: structure(),
})

/**
 * Pictures of the programme, and former ones while a draft or one of the last two revisions names them, for undoing a
 * publish.
 */
export const seasonPictures = pgTable('season_pictures', {
  name: text().primaryKey(),
  /** As a data URL. */
  img: text().notNull(),
})

/** A member's draft and its base revision. */
export const seasonDrafts = pgTable(
  'season_drafts',
  {
    id: uuid().primaryKey().defaultRandom(),
    baseRevision: integer()
      .notNull()
      .references(() => seasonRevisions.id),
    by: text().notNull(),
    text: text().notNull(),
    structure: structure(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [index('season_drafts_base_idx').on(row.baseRevision)],
)

/** A season file uploaded at the desk, until published or discarded; its errors are fixed here. */
export const seasonUploads = pgTable('season_uploads', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  text: text().notNull(),
  /** By path: a data URL, or why it cannot be used. */
  pictures: jsonb().$type<Record<string, string>>().notNull(),
  changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
