import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Actor } from './actor.ts'

/**
 * The log of what the people who run the programme did, and what the site did for them. It refers to nothing, so that it
 * outlives what it tells of, and holds no text of people: of a person, `before` and `after` are names of fields only.
 */
export const changes = pgTable(
  'changes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** `member:<account>`, `family:<family>`, `command:<user>` or `site`. */
    actor: text().$type<Actor>().notNull(),
    /** Such as "payment recorded", "season published", "care note opened". */
    what: text().notNull(),
    familyId: uuid(),
    personId: uuid(),
    sessionId: integer(),
    meetingId: uuid(),
    before: jsonb(),
    after: jsonb(),
    /** A choice, never words of somebody's own: those lie in `change_notes`. */
    reason: text(),
    /** The actor did it to the actor's own family. */
    isOwnFamily: boolean().notNull().default(false),
  },
  (row) => [
    index('changes_at_idx').on(row.at),
    index('changes_family_idx').on(row.familyId),
    index('changes_person_idx').on(row.personId),
    index('changes_session_idx').on(row.sessionId),
    index('changes_meeting_idx').on(row.meetingId).where(sql`${row.meetingId} is not null`),
    index('changes_what_idx').on(row.what, row.id),
    index('changes_actor_idx').on(row.actor.op('text_pattern_ops'), row.id),
  ],
)

/** Why, in somebody's own words. Erasing a family empties what was written of it. */
export const changeNotes = pgTable('change_notes', {
  changeId: integer()
    .primaryKey()
    .references(() => changes.id),
  words: text().notNull(),
})
