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

/** How an entry ended: its places were taken, or why it got none. */
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
 * A family that waits for a full session, with one child or with several, both or neither. Guarded by the row lock of its
 * session. What it is offered are holds (`registrations.offer_of`).
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
    /** When the programme moved it ahead of all others. */
    movedAheadAt: timestamp({ withTimezone: true }),
    /** Its offer, and when that ends. */
    offeredAt: timestamp({ withTimezone: true }),
    offeredUntil: timestamp({ withTimezone: true }),
    /** When it was last told that places can be taken by whoever presses first. */
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

/** The children of an entry. One that left it, or got its place, has ended. */
export const waitingPlayers = pgTable(
  'waiting_players',
  {
    entryId: integer()
      .notNull()
      .references(() => waitingEntries.id, { onDelete: 'cascade' }),
    personId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** As of its entry, so that a child stands on a list once. */
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
