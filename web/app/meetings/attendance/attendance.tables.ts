import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { meetings } from '#meetings/meetings.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { attendanceMarks } from './attendance.ts'

/**
 * The log of marks: nothing in it is changed, and it goes with the player; the last in the order (`at`, `phone`, `seq`) counts. `at` is
 * the phone's time, set right by the offset that it learned and clamped to the meeting; `receivedAt` is only shown.
 */
export const attendance = pgTable(
  'attendance',
  {
    /** Given by the phone, so that a mark that is sent twice is taken once. */
    id: uuid().primaryKey(),
    meetingId: uuid()
      .notNull()
      .references(() => meetings.id),
    personId: uuid()
      .notNull()
      .references(() => people.id),
    registrationId: integer().references(() => registrations.id),
    /** Null takes back the mark that the same phone set before. */
    mark: text({ enum: attendanceMarks }),
    /** With `left`: who collected the player, as in `attendance.ts`; no name. */
    collectedBy: text(),
    at: timestamp({ withTimezone: true }).notNull(),
    phone: uuid().notNull(),
    seq: integer().notNull(),
    markedBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [
    uniqueIndex('attendance_phone_seq_key').on(row.phone, row.seq),
    index('attendance_meeting_idx').on(row.meetingId, row.personId),
    index('attendance_person_idx').on(row.personId),
    index('attendance_registration_idx').on(row.registrationId),
    index('attendance_marked_by_idx').on(row.markedBy),
    check('attendance_mark_check', sql`${row.mark} in ('here', 'late', 'absent', 'excused', 'left')`),
  ],
)

/** What a family said before: this player does not come. */
export const absences = pgTable(
  'absences',
  {
    meetingId: uuid()
      .notNull()
      .references(() => meetings.id),
    personId: uuid()
      .notNull()
      .references(() => people.id),
    registrationId: integer().references(() => registrations.id),
    reportedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    takenBackAt: timestamp({ withTimezone: true }),
  },
  (row) => [
    primaryKey({ name: 'absences_pkey', columns: [row.meetingId, row.personId] }),
    index('absences_person_idx').on(row.personId),
    index('absences_registration_idx').on(row.registrationId),
  ],
)

/** Somebody read a player's care note, on a screen, on a phone's kept sheet or on paper; the family is shown it. */
export const careViews = pgTable(
  'care_views',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    personId: uuid()
      .notNull()
      .references(() => people.id),
    meetingId: uuid().references(() => meetings.id),
    accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    how: text({ enum: ['opened', 'kept', 'printed'] }).notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [
    index('care_views_person_idx').on(row.personId),
    index('care_views_meeting_idx').on(row.meetingId),
    index('care_views_account_idx').on(row.accountId),
  ],
)

/** What a coach or the desk wrote of a meeting for the others: one note for each who writes. Families do not see it. */
export const meetingNotes = pgTable(
  'meeting_notes',
  {
    meetingId: uuid()
      .notNull()
      .references(() => meetings.id),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    note: text().notNull(),
    writtenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [
    primaryKey({ name: 'meeting_notes_pkey', columns: [row.meetingId, row.accountId] }),
    index('meeting_notes_account_idx').on(row.accountId),
    check('meeting_notes_length_check', sql`length(${row.note}) <= 2000`),
  ],
)
