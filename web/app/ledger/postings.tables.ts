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
 * `waived`, `fee`: the desk changes a place's cost. `given up` reverses the cost. `taken back`: a recorded payment was
 * a mistake or bounced. `not settled`: an accepted charge brought no money. `came back`: a refund failed. `moved`:
 * between place and credit, a pair that adds up to 0.
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
 * The ledger, in order of posting. Append-only: triggers refuse updates and deletes, except for demo accounts. Its
 * foreign keys to places and payments are in the migration alone, since those tables lie above this room.
 */
export const postings = pgTable(
  'postings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    familyId: uuid().notNull(),
    /** Null for the family's credit, or debt that belongs to no place. */
    registrationId: integer(),
    /** Positive: the family owes more. Negative: it owes less. */
    cents: integer().notNull(),
    kind: text({ enum: postingKinds }).notNull(),
    chargeId: uuid(),
    recordedId: integer(),
    refundId: uuid(),
    reason: text(),
    by: text().$type<Actor>().notNull(),
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

/** Money columns of registrations and refunds before the ledger, anonymous; for one release. */
export const beforeLedger = pgTable('before_ledger', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  row: jsonb().notNull(),
})
