import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export const chargeStates = ['pending', 'unknown', 'accepted', 'declined'] as const

/**
 * One attempt to take money. Written before the gateway is called; `id` is the gateway's order id.
 * `unknown` is settled by asking the gateway, never by guessing.
 */
export const charges = pgTable(
  'charges',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The receipt's number. */
    number: integer().notNull().generatedByDefaultAsIdentity({ startWith: 5001 }),
    accountId: uuid(),
    orderId: uuid(),
    idempotencyKey: text().notNull(),
    /** A gift of ten digits is more than an integer holds. */
    amountCents: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: chargeStates }).notNull().default('pending'),
    transactionId: text(),
    cardLabel: text(),
    declineReason: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    endedAt: timestamp({ withTimezone: true }),
    /** Until then a live call, or one asker, owns this charge. */
    leasedUntil: timestamp({ withTimezone: true }),
  },
  (row) => [
    uniqueIndex('charges_account_idempotency_key').on(row.accountId, row.idempotencyKey),
    uniqueIndex('charges_number_key').on(row.number),
    uniqueIndex('charges_transaction_key').on(row.transactionId),
    index('charges_order_idx').on(row.orderId),
    index('charges_open_idx').on(row.createdAt).where(sql`${row.state} in ('pending', 'unknown')`),
    check('charges_state_check', sql`${row.state} in ('pending', 'unknown', 'accepted', 'declined')`),
    check('charges_amount_check', sql`${row.amountCents} > 0`),
    check(
      'charges_accepted_has_transaction',
      sql`${row.state} <> 'accepted' or ${row.transactionId} is not null`,
    ),
  ],
)
export type Charge = typeof charges.$inferSelect
