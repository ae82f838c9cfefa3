import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { charges } from './payments.tables.ts'

/** A message that the gateway sent to our address, and what was done about it. One that comes again is the same row. */
export const notifications = pgTable(
  'notifications',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    kind: text().notNull(),
    /** The transaction or dispute that it is about; empty where there is none that concerns us. */
    subjectId: text().notNull(),
    /** By the gateway's clock. */
    happenedAt: timestamp({ withTimezone: true }).notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    timesReceived: integer().notNull().default(1),
    /** When the gateway is asked about it; null once that is done. */
    dueAt: timestamp({ withTimezone: true }),
    tries: integer().notNull().default(0),
    /** What was done, or why it could not be done yet. */
    outcome: text(),
  },
  (row) => [
    uniqueIndex('notifications_key').on(row.kind, row.subjectId, row.happenedAt),
    index('notifications_due_idx').on(row.dueAt).where(sql`${row.dueAt} is not null`),
    index('notifications_received_idx').on(row.receivedAt),
  ],
)

/** The holder of a card denies a charge. It stands beside the charge, which stays what it is. */
export const disputes = pgTable(
  'disputes',
  {
    /** The gateway's. */
    id: text().primaryKey(),
    chargeId: uuid()
      .notNull()
      .references(() => charges.id),
    amountCents: bigint({ mode: 'number' }).notNull(),
    /** In the gateway's words: open, disputed, won, lost, accepted, expired. */
    status: text().notNull(),
    reason: text().notNull(),
    replyBy: date(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When its status changed last. */
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [index('disputes_charge_idx').on(row.chargeId)],
)
export type Dispute = typeof disputes.$inferSelect

/** One look at the gateway's list beside our books. The newest with an end says whether they agree. */
export const comparisons = pgTable(
  'comparisons',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** `the clock`, or the volunteer who asked for it. */
    by: text().notNull(),
    comparedFrom: timestamp({ withTimezone: true }).notNull(),
    comparedUntil: timestamp({ withTimezone: true }).notNull(),
    startedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Until then its process is at work; after that another takes over. */
    leasedUntil: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }),
    /** Transactions of the gateway that were looked at, and those among them that are not of this site. */
    seen: integer().notNull().default(0),
    foreign: integer().notNull().default(0),
    /** Differences that were open at its end: none, and the books agree. */
    differences: integer().notNull().default(0),
  },
  (row) => [
    uniqueIndex('comparisons_under_way_key').on(sql`(true)`).where(sql`${row.endedAt} is null`),
    index('comparisons_ended_idx').on(row.endedAt),
  ],
)

/**
 * `unknown sale`: we have no such charge; `amount`, `status`: the two say different things; `panel refund`: somebody
 * gave money back at the gateway; `not at the gateway`: we have it, the gateway does not.
 */
export const differenceKinds = [
  'unknown sale',
  'amount',
  'status',
  'panel refund',
  'not at the gateway',
] as const

/** Where the gateway's list and our books do not agree. Told once; open until it is gone or a person has closed it. */
export const differences = pgTable(
  'differences',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    kind: text({ enum: differenceKinds }).notNull(),
    transactionId: text().notNull(),
    /** The charge that it is about, where there is one. */
    chargeId: uuid().references(() => charges.id),
    amountCents: bigint({ mode: 'number' }).notNull(),
    /** One sentence: what each of the two says. */
    words: text().notNull(),
    foundAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When it was found to be gone. */
    goneAt: timestamp({ withTimezone: true }),
    /** When a person had seen to it, who, and how. */
    closedAt: timestamp({ withTimezone: true }),
    closedBy: text(),
    note: text(),
  },
  (row) => [
    uniqueIndex('differences_key').on(row.kind, row.transactionId).where(sql`${row.goneAt} is null`),
    index('differences_charge_idx').on(row.chargeId),
    check(
      'differences_kind_check',
      sql`${row.kind} in ('unknown sale', 'amount', 'status', 'panel refund', 'not at the gateway')`,
    ),
  ],
)
export type Difference = typeof differences.$inferSelect
