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
import { sessions } from '#events/events.tables.ts'
import { accounts, people } from '#people/people.tables.ts'

/** `accepted`, or why the entry got no place. */
export const entryEnds = [
  'accepted',
  'declined',
  'expired',
  'left',
  'does not fit',
  'registered',
  'over',
  'taken away',
] as const
export type EntryEnd = (typeof entryEnds)[number]

/**
 * A family waiting for a full session with one child, or several that play together. Guarded by the session's row lock.
 * Its offers are holds (`registrations.offer_of`).
 */
export const waitingEntries = pgTable(
  'waiting_entries',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    sessionId: integer()
      .notNull()
      .references(() => sessions.id),
    joinedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The least is next. */
    turn: integer().notNull(),
    movedAheadAt: timestamp({ withTimezone: true }),
    /** Its offer, and when that ends. */
    offeredAt: timestamp({ withTimezone: true }),
    offeredUntil: timestamp({ withTimezone: true }),
    /** When it was last mailed that places are first come, first served. */
    calledAt: timestamp({ withTimezone: true }),
    endedAt: timestamp({ withTimezone: true }),
    endedWhy: text({ enum: entryEnds }),
  },
  (row) => [
    index('waiting_entries_account_idx').on(row.accountId),
    index('waiting_entries_session_idx').on(row.sessionId, row.turn),
    index('waiting_entries_offered_idx')
      .on(row.offeredUntil)
      .where(sql`${row.offeredUntil} is not null and ${row.endedAt} is null`),
    check('waiting_entries_offer_check', sql`(${row.offeredAt} is null) = (${row.offeredUntil} is null)`),
    check('waiting_entries_ended_check', sql`(${row.endedAt} is null) = (${row.endedWhy} is null)`),
    check(
      'waiting_entries_ended_why_check',
      sql`${row.endedWhy} in ('accepted', 'declined', 'expired', 'left', 'does not fit', 'registered', 'over', 'taken away')`,
    ),
  ],
)
export type WaitingEntry = typeof waitingEntries.$inferSelect

/** The children of an entry. `endedAt`: left, or got a place. */
export const waitingPlayers = pgTable(
  'waiting_players',
  {
    entryId: integer()
      .notNull()
      .references(() => waitingEntries.id, { onDelete: 'cascade' }),
    personId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** Copied from the entry, for the unique index: a child is in line once. */
    sessionId: integer()
      .notNull()
      .references(() => sessions.id),
    endedAt: timestamp({ withTimezone: true }),
  },
  (row) => [
    index('waiting_players_person_idx').on(row.personId),
    index('waiting_players_session_idx').on(row.sessionId),
    primaryKey({ name: 'waiting_players_pkey', columns: [row.entryId, row.personId] }),
    uniqueIndex('waiting_players_person_session_key')
      .on(row.personId, row.sessionId)
      .where(sql`${row.endedAt} is null`),
  ],
)
