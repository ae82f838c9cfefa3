import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sessions } from '../events/events.tables.ts'
import { charges } from '../payments/payments.tables.ts'
import { accounts, people } from '../people/people.tables.ts'

/** What was checked out together. Its number stands on the invoice and the receipt. */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey().defaultRandom(),
    number: integer().notNull().generatedByDefaultAsIdentity({ startWith: 1001 }),
    accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    method: text({ enum: ['card', 'later'] }).notNull(),
    idempotencyKey: text().notNull(),
    totalCents: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [
    uniqueIndex('orders_account_idempotency_key').on(row.accountId, row.idempotencyKey),
    uniqueIndex('orders_number_key').on(row.number),
    check('orders_method_check', sql`${row.method} in ('card', 'later')`),
  ],
)

/**
 * A player's place in a session. With `heldUntil` it is a hold: a place kept while its card is charged.
 * A single `chargeId` says which charge owns it, so no registration can stand in two charges.
 */
export const registrations = pgTable(
  'registrations',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    personId: uuid()
      .notNull()
      .references(() => people.id),
    sessionId: integer()
      .notNull()
      .references(() => sessions.id),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    chargeId: uuid().references(() => charges.id),
    /** Frozen at registration. */
    priceCents: integer().notNull(),
    heldUntil: timestamp({ withTimezone: true }),
    /** Set when it was paid: by a card with `chargeId`, otherwise by check, cash or wallet. */
    paidAt: timestamp({ withTimezone: true }),
    paidBy: text({ enum: ['card', 'check', 'cash', 'venmo'] }),
    /** When the family gave the place up. */
    removedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [
    uniqueIndex('registrations_person_session_key')
      .on(row.personId, row.sessionId)
      .where(sql`${row.removedAt} is null`),
    index('registrations_account_idx').on(row.accountId),
    index('registrations_session_idx').on(row.sessionId),
    index('registrations_order_idx').on(row.orderId),
    index('registrations_charge_idx').on(row.chargeId),
    index('registrations_held_idx').on(row.heldUntil).where(sql`${row.heldUntil} is not null`),
    check('registrations_paid_check', sql`(${row.paidAt} is null) = (${row.paidBy} is null)`),
    check(
      'registrations_card_has_charge',
      sql`${row.paidBy} is distinct from 'card' or ${row.chargeId} is not null`,
    ),
  ],
)
export type Registration = typeof registrations.$inferSelect
