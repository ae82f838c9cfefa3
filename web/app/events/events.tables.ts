import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { kinds } from './kinds.ts'
import type { Extra, Meets } from './meeting-days.ts'

export type Coach = { name: string; line?: string | undefined }

export const events = pgTable(
  'events',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** From the season file: identifies the event in later imports. */
    key: text().notNull(),
    kind: text({ enum: kinds }).notNull(),
    name: text().notNull(),
    /** "who · when · where": the first part stands large on phones. */
    summary: text().notNull(),
    description: text().notNull(),
    priceCents: integer().notNull(),
    priceDescription: text().notNull(),
    /** Lines separated by `<br>`. */
    location: text().notNull(),
    formats: jsonb().$type<string[]>().notNull(),
    missions: jsonb().$type<string[]>().notNull(),
    coach: jsonb().$type<Coach>(),
    bring: jsonb().$type<string[]>().notNull().default([]),
    isActive: boolean().notNull().default(true),
  },
  (row) => [
    uniqueIndex('events_key_key').on(row.key),
    check('events_price_check', sql`${row.priceCents} >= 0`),
    check('events_kind_check', sql`${row.kind} in ('clinic', 'lesson', 'league', 'tournament')`),
  ],
)
export type Event = typeof events.$inferSelect

export const sessions = pgTable(
  'sessions',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    number: integer().notNull(),
    startsOn: date().notNull(),
    endsOn: date().notNull(),
    /** "Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)": the bracketed part groups the sessions. */
    description: text().notNull(),
    /** Null: never full. */
    places: integer(),
    /** Registrations and holds; updated under the row lock with each of them. */
    taken: integer().notNull().default(0),
    /** Children on its waiting list without an offer; as `taken`. */
    waiting: integer().notNull().default(0),
    /** Free places reserved for the waiting list; as `taken`. */
    kept: integer().notNull().default(0),
    keptSince: timestamp({ withTimezone: true }),
    /** Whole years, inclusive; null: all ages. */
    agesFrom: integer(),
    agesTo: integer(),
    /** Day on which ages count; null: the first day. */
    agesOn: date(),
    /** Empty: all levels. */
    levels: jsonb().$type<string[]>().notNull().default([]),
    isActive: boolean().notNull().default(true),
    /** Null for free-text hours. */
    meets: jsonb().$type<Meets>(),
    skips: jsonb().$type<string[]>().notNull().default([]),
    /** Meetings besides the weekly ones. */
    extra: jsonb().$type<Extra[]>().notNull().default([]),
    court: text(),
    /** Null: open. */
    opensAt: timestamp({ withTimezone: true }),
    /** Closing sentence; registration is closed while it is set. */
    closedWords: text(),
    /** Closed before its last day: payments go back. */
    calledOffAt: timestamp({ withTimezone: true }),
    /** Number of notices about moves or closing: the calendar's SEQUENCE. */
    revision: integer().notNull().default(0),
  },
  (row) => [
    uniqueIndex('sessions_event_start_number_key').on(row.eventId, row.startsOn, row.number),
    index('sessions_starts_idx').on(row.startsOn),
    index('sessions_waiting_idx').on(row.id).where(sql`${row.waiting} > 0`),
    index('sessions_opens_idx').on(row.opensAt).where(sql`${row.opensAt} is not null`),
    check('sessions_days_check', sql`${row.endsOn} >= ${row.startsOn}`),
    check('sessions_taken_check', sql`${row.taken} >= 0`),
    check('sessions_kept_check', sql`${row.kept} between 0 and ${row.waiting}`),
    check(
      'sessions_ages_check',
      sql`(${row.agesFrom} is null) = (${row.agesTo} is null) and ${row.agesFrom} <= ${row.agesTo}`,
    ),
  ],
)
export type Session = typeof sessions.$inferSelect

export const staff = pgTable(
  'staff',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    year: integer().notNull(),
    name: text().notNull(),
    bio: text().notNull(),
    /** A data URL. */
    img: text(),
    position: integer().notNull().default(0),
  },
  (row) => [uniqueIndex('staff_year_name_key').on(row.year, row.name)],
)
