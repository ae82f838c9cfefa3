import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { meansKinds } from './means.ts'

export const chargeStates = ['pending', 'unknown', 'accepted', 'declined'] as const
/**
 * `never seen`: the gateway knew no such sale, asked again later; `undone`: it came later and was refunded; `not
 * settled`: accepted, but its money did not come.
 */
export const chargeEnds = ['answer', 'never seen', 'undone', 'not settled'] as const

/** Only accepted charges are numbered: a declined card leaves no gap. */
export const receiptNumbers = pgSequence('receipt_numbers', { startWith: 5001 })

/**
 * One attempt to take money. Inserted before the gateway is called; `id` is the gateway's order id. `unknown` is
 * settled by asking the gateway, never by guessing.
 */
export const charges = pgTable(
  'charges',
  {
    id: uuid().primaryKey().defaultRandom(),
    number: integer(),
    accountId: uuid(),
    familyId: uuid(),
    orderId: uuid(),
    /** A hash of the payer and the payer's key. A decline ends the key: the next try with it is a new charge. */
    idempotencyKey: text().notNull(),
    paysFor: text().notNull().default(''),
    amountCents: bigint({ mode: 'number' }).notNull(),
    creditCents: integer().notNull().default(0),
    state: text({ enum: chargeStates }).notNull().default('pending'),
    transactionId: text(),
    means: text({ enum: meansKinds }),
    meansLabel: text(),
    declineReason: text(),
    /** The gateway's or the bank's: 2099, `three_d_secure`. */
    declineCode: text(),
    /** With the liability shifted, the bank bears the loss of a fraud. */
    threeDSecureStatus: text(),
    liabilityShifted: boolean(),
    liabilityShiftPossible: boolean(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    endedAt: timestamp({ withTimezone: true }),
    endedHow: text({ enum: chargeEnds }),
    /** The payer was promised a mail: every end is mailed. */
    isPromised: boolean().notNull().default(false),
    /** When to ask again for a sale that the gateway had not seen. */
    askAgainAt: timestamp({ withTimezone: true }),
    /** When to ask whether the sale has settled; null once known. */
    askSettlementAt: timestamp({ withTimezone: true }),
    /** The sale that was made after all, and is refunded. */
    lateTransactionId: text(),
    /** Owned until then by a live call or a job. */
    leasedUntil: timestamp({ withTimezone: true }),
  },
  (row) => [
    uniqueIndex('charges_idempotency_key').on(row.idempotencyKey).where(sql`${row.state} <> 'declined'`),
    index('charges_account_idx').on(row.accountId),
    index('charges_family_idx').on(row.familyId),
    index('charges_ask_again_idx').on(row.askAgainAt).where(sql`${row.askAgainAt} is not null`),
    index('charges_ask_settlement_idx')
      .on(row.askSettlementAt)
      .where(sql`${row.askSettlementAt} is not null`),
    uniqueIndex('charges_number_key').on(row.number),
    uniqueIndex('charges_transaction_key').on(row.transactionId),
    index('charges_created_idx').on(row.createdAt),
    index('charges_order_idx').on(row.orderId),
    index('charges_open_idx').on(row.createdAt).where(sql`${row.state} in ('pending', 'unknown')`),
    check('charges_state_check', sql`${row.state} in ('pending', 'unknown', 'accepted', 'declined')`),
    check(
      'charges_ended_how_check',
      sql`${row.endedHow} in ('answer', 'never seen', 'undone', 'not settled')`,
    ),
    check('charges_means_check', sql`${row.means} in ('card', 'paypal', 'venmo', 'apple-pay', 'google-pay')`),
    check('charges_accepted_has_means', sql`${row.state} <> 'accepted' or ${row.means} is not null`),
    index('charges_credit_idx')
      .on(row.accountId)
      .where(sql`${row.creditCents} > 0 and ${row.state} in ('pending', 'unknown')`),
    check('charges_credit_check', sql`${row.creditCents} >= 0`),
    check('charges_amount_check', sql`${row.amountCents} > 0`),
    check(
      'charges_accepted_has_transaction',
      sql`${row.state} <> 'accepted' or ${row.transactionId} is not null`,
    ),
  ],
)
export type Charge = typeof charges.$inferSelect
