import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sessions } from '#events/events.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { ChangeReason } from '#platform/changes.ts'

export const exceptionStates = ['asked', 'granted', 'refused'] as const

/** A child allowed into a session for another age: asked for by the family, decided by the desk. Holds no place. */
export const ageExceptions = pgTable(
  'age_exceptions',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    personId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    sessionId: integer()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    state: text({ enum: exceptionStates }).notNull().default('asked'),
    askedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    decidedAt: timestamp({ withTimezone: true }),
    decidedBy: text().$type<Actor>(),
    reason: text().$type<ChangeReason>(),
  },
  (row) => [
    uniqueIndex('age_exceptions_person_session_key').on(row.personId, row.sessionId),
    index('age_exceptions_asked_idx').on(row.askedAt).where(sql`${row.state} = 'asked'`),
    index('age_exceptions_session_idx').on(row.sessionId),
    check('age_exceptions_state_check', sql`${row.state} in ('asked', 'granted', 'refused')`),
  ],
)
