import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'

/**
 * What the text beside it says, and what is read. Null where the version before this one wrote the text: a trigger takes
 * away what it leaves behind, the start reads it anew. The text goes with a later release.
 */
const structure = () => jsonb().$type<SeasonStructure>()

/** The whole season as a file, each time that it changed: the base of drafts and of what a file would undo. Never changed. */
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
 * The wide picture of the programme, and each picture that went from the season while a draft or one of the last two
 * revisions names it: what takes a publish back shows it again.
 */
export const seasonPictures = pgTable('season_pictures', {
  name: text().primaryKey(),
  /** As a data URL. */
  img: text().notNull(),
})

/** A season that somebody edits at the desk, on the revision that it began from. */
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

/** A season file that somebody sent from the desk, until it is published or thrown away: what is wrong with it is mended here. */
export const seasonUploads = pgTable('season_uploads', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  text: text().notNull(),
  /** Each picture by its path beside the file: as a data URL, or why it cannot be taken. */
  pictures: jsonb().$type<Record<string, string>>().notNull(),
  changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
