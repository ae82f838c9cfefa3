import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Actor } from '#platform/actor.ts'

/**
 * What changes a balance. `price`: a place was registered; `waived` and `fee` at the desk make it cost less or more. `given
 * up`: what a place came to until it was given up. `paid`, and what undoes it: `taken back` (a recorded payment that was a
 * mistake, or bounced), `not settled` (an accepted charge whose money does not come). `refunded`: money went back, and
 * `came back` where it did not arrive. `moved`: money of a payment went from a place to the family's credit, or from there
 * to a place; a pair that comes to 0.
 */
export const postingKinds = [
  'price',
  'waived',
  'fee',
  'given up',
  'paid',
  'taken back',
  'not settled',
  'refunded',
  'came back',
  'moved',
] as const
export type PostingKind = (typeof postingKinds)[number]

/**
 * What changed a family's balance, in the order in which it was posted. Append-only: triggers of the database refuse
 * to change or delete a row, but for those of demo accounts. Its rows refer to places and payments by foreign keys that
 * stand in the migration alone, since those tables lie above this room.
 */
export const postings = pgTable(
  'postings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** For whom it was posted. It stays when the account goes, or the family is merged into another. */
    familyId: uuid().notNull(),
    /** The place that it is about; null for the family's credit, or a debt that no place stands for. */
    registrationId: integer(),
    /** Positive: the family owes more. Negative: it owes less. */
    cents: integer().notNull(),
    kind: text({ enum: postingKinds }).notNull(),
    /** The payment whose money moves: online, or recorded at the desk. */
    chargeId: uuid(),
    recordedId: integer(),
    /** By which the money went back. */
    refundId: uuid(),
    /** Why the desk waived it or charged a fee: one of its choices. */
    reason: text(),
    by: text().$type<Actor>().notNull(),
    /** What is sent twice is posted once. */
    key: uuid(),
  },
  (row) => [
    index('postings_family_idx').on(row.familyId, row.id),
    index('postings_credit_idx').on(row.familyId).where(sql`${row.registrationId} is null`),
    index('postings_registration_idx').on(row.registrationId),
    index('postings_charge_idx').on(row.chargeId).where(sql`${row.chargeId} is not null`),
    index('postings_recorded_idx').on(row.recordedId).where(sql`${row.recordedId} is not null`),
    index('postings_refund_idx').on(row.refundId).where(sql`${row.refundId} is not null`),
    uniqueIndex('postings_key').on(row.key).where(sql`${row.key} is not null`),
    check('postings_cents_check', sql`${row.cents} <> 0`),
    check(
      'postings_kind_check',
      sql`${row.kind} in ('price', 'waived', 'fee', 'given up', 'paid', 'taken back', 'not settled', 'refunded', 'came back', 'moved')`,
    ),
    check('postings_one_payment_check', sql`${row.chargeId} is null or ${row.recordedId} is null`),
  ],
)

/** What rows of registrations and refunds said of money before the ledger was read, of nobody; for one release. */
export const beforeLedger = pgTable('before_ledger', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  row: jsonb().notNull(),
})
