import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  time,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sessions } from '#events/events.tables.ts'
import { accounts, people } from '#people/people.tables.ts'

/** In the programme's time zone. Its id never changes. */
export const meetings = pgTable(
  'meetings',
  {
    id: uuid().primaryKey().defaultRandom(),
    sessionId: integer()
      .notNull()
      .references(() => sessions.id),
    day: date().notNull(),
    starts: time().notNull(),
    ends: time().notNull(),
    court: text(),
    state: text({ enum: ['planned', 'cancelled'] })
      .notNull()
      .default('planned'),
    why: text(),
    /** The cancelled meeting that this one replaces. */
    replacesId: uuid(),
    /** Number of changes: added to the session's revision it is the calendar's SEQUENCE. */
    sequence: integer().notNull().default(0),
    madeAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [
    uniqueIndex('meetings_planned_key')
      .on(row.sessionId, row.day, row.starts)
      .where(sql`${row.state} = 'planned'`),
    index('meetings_session_idx').on(row.sessionId, row.day),
    index('meetings_day_idx').on(row.day),
    index('meetings_replaces_idx').on(row.replacesId),
    foreignKey({ name: 'meetings_replaces_fkey', columns: [row.replacesId], foreignColumns: [row.id] }),
    check('meetings_state_check', sql`${row.state} in ('planned', 'cancelled')`),
    check('meetings_hours_check', sql`${row.ends} > ${row.starts}`),
  ],
)
export type Meeting = typeof meetings.$inferSelect

export const sessionCoaches = pgTable(
  'session_coaches',
  {
    sessionId: integer()
      .notNull()
      .references(() => sessions.id),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
  },
  (row) => [
    primaryKey({ name: 'session_coaches_pkey', columns: [row.sessionId, row.accountId] }),
    index('session_coaches_account_idx').on(row.accountId),
  ],
)

/** Substitutes for one meeting. */
export const meetingCoaches = pgTable(
  'meeting_coaches',
  {
    meetingId: uuid()
      .notNull()
      .references(() => meetings.id),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
  },
  (row) => [
    primaryKey({ name: 'meeting_coaches_pkey', columns: [row.meetingId, row.accountId] }),
    index('meeting_coaches_account_idx').on(row.accountId),
  ],
)

/** Players of one meeting without a place in its session. */
export const meetingGuests = pgTable(
  'meeting_guests',
  {
    meetingId: uuid()
      .notNull()
      .references(() => meetings.id),
    personId: uuid()
      .notNull()
      .references(() => people.id),
    /** As in `changes`. */
    addedBy: text().notNull(),
    addedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Soft delete: an offline phone may hold a mark of the guest. */
    takenOffAt: timestamp({ withTimezone: true }),
  },
  (row) => [
    primaryKey({ name: 'meeting_guests_pkey', columns: [row.meetingId, row.personId] }),
    index('meeting_guests_person_idx').on(row.personId),
  ],
)
