import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Actor } from './actor.ts'

/**
 * The audit log. Without foreign keys, so that it outlives its subjects, and without text of people: of a person,
 * `before` and `after` hold names of fields only.
 */
export const changes = pgTable(
  'changes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    actor: text().$type<Actor>().notNull(),
    /** Such as "payment recorded", "season published", "care note opened". */
    what: text().notNull(),
    familyId: uuid(),
    personId: uuid(),
    sessionId: integer(),
    meetingId: uuid(),
    before: jsonb(),
    after: jsonb(),
    /** A choice; free text lies in `change_notes`. */
    reason: text(),
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

export const changeNotes = pgTable('change_notes', {
  changeId: integer()
    .primaryKey()
    .references(() => changes.id),
  words: text().notNull(),
})
