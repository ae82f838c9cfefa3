import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Paper } from '#mail/pdf/paper.ts'
import { charges } from '../payments/payments.tables.ts'
import { accounts } from '../people/people.tables.ts'
import { donationTypes } from './donation-types.ts'

/** Only accepted gifts are numbered: a declined card leaves no gap. */
export const giftNumbers = pgSequence('gift_numbers', { startWith: 7001 })

/** Inserted with its charge before the gateway is called; the charge says whether it was given. */
export const donations = pgTable(
  'donations',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The receipt's number, given with the acknowledgement. */
    number: integer(),
    accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** Null: given without an account. */
    familyId: uuid(),
    chargeId: uuid().references(() => charges.id),
    donationType: text({ enum: donationTypes }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    phone: text(),
    mailingAddress: text().notNull(),
    /** Ten digits exceed an integer. */
    amountCents: bigint({ mode: 'number' }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The programme's day of the charge; set together with the acknowledgement. */
    transactionDate: date(),
    /** The receipt as issued. */
    acknowledgement: jsonb().$type<Paper>(),
  },
  (row) => [
    uniqueIndex('donations_number_key').on(row.number),
    uniqueIndex('donations_charge_key').on(row.chargeId),
    index('donations_account_idx').on(row.accountId),
    index('donations_family_idx').on(row.familyId),
    check('donations_type_check', sql`${row.donationType} in ('MCT', 'DBF')`),
    check('donations_least_amount', sql`${row.amountCents} >= 2000`),
    check(
      'donations_acknowledged_when_given',
      sql`(${row.transactionDate} is null) = (${row.acknowledgement} is null)`,
    ),
  ],
)
export type Donation = typeof donations.$inferSelect
