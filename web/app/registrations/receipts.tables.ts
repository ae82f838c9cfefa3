import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgSequence, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Paper } from '#mail/pdf/paper.ts'
import { charges } from '../payments/payments.tables.ts'
import { accounts } from '../people/people.tables.ts'
import { offlinePayments } from './registrations.tables.ts'

/** Starts above every number used while receipts were numbered by place. */
export const recordedPaymentNumbers = pgSequence('recorded_payment_numbers', { startWith: 1001 })

/** `takenBackAt`: since then the row is withdrawn. */
export type ReceiptPlace = { id: number; personId: string; takenBackAt?: string }

/** The receipt as issued, with the names and the letterhead of its day. */
export const receipts = pgTable(
  'receipts',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    chargeId: uuid().references(() => charges.id),
    recordedId: integer('offline_payment_id').references(() => offlinePayments.id),
    paper: jsonb().$type<Paper>().notNull(),
    places: jsonb().$type<ReceiptPlace[]>().notNull(),
  },
  (row) => [
    uniqueIndex('receipts_charge_key').on(row.chargeId),
    index('receipts_account_idx').on(row.accountId),
    index('receipts_offline_payment_idx').on(row.recordedId).where(sql`${row.recordedId} is not null`),
  ],
)
export type Receipt = typeof receipts.$inferSelect
