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

/** A webhook of the gateway and its outcome. A repeated one is the same row. */
export const notifications = pgTable(
  'notifications',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    kind: text().notNull(),
    /** Its transaction or dispute; empty where none concerns us. */
    subjectId: text().notNull(),
    happenedAt: timestamp({ withTimezone: true }).notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    timesReceived: integer().notNull().default(1),
    dueAt: timestamp({ withTimezone: true }),
    tries: integer().notNull().default(0),
    outcome: text(),
  },
  (row) => [
    uniqueIndex('notifications_key').on(row.kind, row.subjectId, row.happenedAt),
    index('notifications_due_idx').on(row.dueAt).where(sql`${row.dueAt} is not null`),
    index('notifications_received_idx').on(row.receivedAt),
  ],
)

/** A card holder denies a charge. The charge stays as it is. */
export const disputes = pgTable(
  'disputes',
  {
    id: text().primaryKey(),
    chargeId: uuid()
      .notNull()
      .references(() => charges.id),
    amountCents: bigint({ mode: 'number' }).notNull(),
    /** The gateway's: open, disputed, won, lost, accepted, expired. */
    status: text().notNull(),
    reason: text().notNull(),
    replyBy: date(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [index('disputes_charge_idx').on(row.chargeId)],
)
export type Dispute = typeof disputes.$inferSelect

/** One run over the gateway's list and our books. The latest that ended says whether they agree. */
export const comparisons = pgTable(
  'comparisons',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    by: text().notNull(),
    comparedFrom: timestamp({ withTimezone: true }).notNull(),
    comparedUntil: timestamp({ withTimezone: true }).notNull(),
    startedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    leasedUntil: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }),
    /** Transactions looked at, and those that are not of this site. */
    seen: integer().notNull().default(0),
    foreign: integer().notNull().default(0),
    differences: integer().notNull().default(0),
  },
  (row) => [
    uniqueIndex('comparisons_under_way_key').on(sql`(true)`).where(sql`${row.endedAt} is null`),
    index('comparisons_ended_idx').on(row.endedAt),
  ],
)

/**
 * `unknown sale`: we have no such charge; `amount`, `status`: the two disagree; `panel refund`: refunded in the
 * gateway's panel; `not at the gateway`: only we have it.
 */
export const differenceKinds = [
  'unknown sale',
  'amount',
  'status',
  'panel refund',
  'not at the gateway',
] as const

/** Where the gateway and our books disagree. Mailed once; open until it is gone or closed by a person. */
export const differences = pgTable(
  'differences',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    kind: text({ enum: differenceKinds }).notNull(),
    transactionId: text().notNull(),
    chargeId: uuid().references(() => charges.id),
    amountCents: bigint({ mode: 'number' }).notNull(),
    words: text().notNull(),
    foundAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    goneAt: timestamp({ withTimezone: true }),
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
