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

/** Who teaches an event, by the name on the staff page, and a line of theirs. */
export type Coach = { name: string; line?: string | undefined }

export const events = pgTable(
  'events',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** The season file's own name of the event, by which a later import finds it again. */
    key: text().notNull(),
    kind: text({ enum: kinds }).notNull(),
    name: text().notNull(),
    /** One line for the list of the season, "who · when · where": the first part stands large on phones. */
    summary: text().notNull(),
    description: text().notNull(),
    priceCents: integer().notNull(),
    priceDescription: text().notNull(),
    /** Place and time; `<br>` parts the lines. */
    location: text().notNull(),
    formats: jsonb().$type<string[]>().notNull(),
    missions: jsonb().$type<string[]>().notNull(),
    coach: jsonb().$type<Coach>(),
    /** What families bring along: "water", "a hat". */
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
    /** "Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)": what follows the opening parenthesis groups the sessions. */
    description: text().notNull(),
    /** Null: never full. */
    places: integer(),
    /** Registrations and holds on this session; kept in step by whoever adds or removes one, under its row lock. */
    taken: integer().notNull().default(0),
    /** Children in line for it who have no offer; as `taken`. */
    waiting: integer().notNull().default(0),
    /** Free places that nobody else can have, since families wait for them; as `taken`. */
    kept: integer().notNull().default(0),
    /** Since when some are kept. */
    keptSince: timestamp({ withTimezone: true }),
    /** For whom it is, in whole years, both ends in; null: for every age. */
    agesFrom: integer(),
    agesTo: integer(),
    /** The day on which the years are counted; null: its first day. */
    agesOn: date(),
    /** For which levels it is; none: for every level. */
    levels: jsonb().$type<string[]>().notNull().default([]),
    isActive: boolean().notNull().default(true),
    /** On which weekdays it meets, from when to when; null where its hours are words. */
    meets: jsonb().$type<Meets>(),
    /** Days on which it does not meet. */
    skips: jsonb().$type<string[]>().notNull().default([]),
    /** Meetings beside those of the weekdays. */
    extra: jsonb().$type<Extra[]>().notNull().default([]),
    court: text(),
    /** When registration opens; null: it is open. */
    opensAt: timestamp({ withTimezone: true }),
    /** Registration is closed, and this sentence says so. */
    closedWords: text(),
    /** When it was closed before its last day: what was paid for it goes back. */
    calledOffAt: timestamp({ withTimezone: true }),
    /** How often families were told that it moved or closed: the SEQUENCE of its calendar entries. */
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
    /** The picture, stored encoded: a base64 data URL. */
    img: text(),
    position: integer().notNull().default(0),
  },
  (row) => [uniqueIndex('staff_year_name_key').on(row.year, row.name)],
)
