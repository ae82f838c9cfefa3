import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
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
import { isBareName } from '#platform/format/bare-name.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { sessions } from '../events/events.tables.ts'
import { charges } from '../payments/payments.tables.ts'
import { accounts, people } from '../people/people.tables.ts'
import { offlineWays } from './ways-to-pay.ts'

export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey().defaultRandom(),
    number: integer().notNull().generatedByDefaultAsIdentity({ startWith: 1001 }),
    accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    familyId: uuid(),
    method: text({ enum: ['card', 'later'] }).notNull(),
    idempotencyKey: text().notNull(),
    totalCents: integer().notNull(),
    madeBy: text().$type<Actor>(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [
    uniqueIndex('orders_account_idempotency_key').on(row.accountId, row.idempotencyKey),
    uniqueIndex('orders_number_key').on(row.number),
    index('orders_family_idx').on(row.familyId),
    check('orders_method_check', sql`${row.method} in ('card', 'later')`),
  ],
)

/** Money by check, cash or Venmo transfer, recorded by a volunteer. A mistake is taken back, never deleted. */
export const offlinePayments = pgTable(
  'offline_payments',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 101 }),
    /** The receipt's number; null on rows from when each place had a receipt, numbered by the place. */
    number: integer(),
    accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    familyId: uuid(),
    amountCents: integer().notNull(),
    how: text({ enum: offlineWays }).notNull(),
    reference: text().notNull().default(''),
    note: text().notNull().default(''),
    /** One check for several families: a payment for each, linked by this. */
    togetherId: uuid(),
    recordedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The programme's day on which it came, perhaps before it was recorded; decides its year. */
    receivedOn: date().notNull(),
    recordedBy: text().$type<Actor>().notNull(),
    key: uuid(),
    takenBackCents: integer().notNull().default(0),
    takenBackAt: timestamp({ withTimezone: true }),
    takenBackBy: text().$type<Actor>(),
  },
  (row) => [
    index('offline_payments_account_idx').on(row.accountId),
    index('offline_payments_family_idx').on(row.familyId),
    uniqueIndex('offline_payments_number_key').on(row.number),
    uniqueIndex('offline_payments_key').on(row.key),
    index('offline_payments_together_idx').on(row.togetherId).where(sql`${row.togetherId} is not null`),
    index('offline_payments_recorded_by_bare_name_idx').on(row.id).where(isBareName(row.recordedBy)),
    index('offline_payments_taken_back_by_bare_name_idx').on(row.id).where(isBareName(row.takenBackBy)),
    check('offline_payments_how_check', sql`${row.how} in ('check', 'cash', 'venmo-transfer')`),
    check('offline_payments_amount_check', sql`${row.amountCents} > 0`),
    check('offline_payments_taken_back_check', sql`${row.takenBackCents} between 0 and ${row.amountCents}`),
  ],
)

/** `moved` and `closed`: nobody wanted it, the session changed. */
export const removalReasons = ['family', 'desk', 'moved', 'closed'] as const

export type SessionSnapshot = { startsOn: Day; endsOn: Day; description: string; location: string }

/**
 * A player's place in a session. With `heldUntil` it is a hold: a place kept while its card is charged. Its single
 * `chargeId` keeps two charges from paying the same place.
 */
export const registrations = pgTable(
  'registrations',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    familyId: uuid(),
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
    priceCents: integer().notNull(),
    /** What the charge pays of it, from the claim to the charge's end. */
    chargeCents: integer(),
    /** The sum of its postings; below 0 the programme owes it. 0 for a hold. */
    dueCents: integer().notNull().default(0),
    heldUntil: timestamp({ withTimezone: true }),
    /** The session's snapshot when the hold was made or renewed; it can be paid only while unchanged. */
    heldFor: jsonb().$type<SessionSnapshot>(),
    removedAt: timestamp({ withTimezone: true }),
    removedBy: text('given_up_by').$type<Actor>(),
    removedWhy: text({ enum: removalReasons }),
    offerOf: integer().references(() => waitingEntries.id, { onDelete: 'set null' }),
    /** The place that it replaces, as when a session is moved. */
    replacesId: integer().references((): AnyPgColumn => registrations.id),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [
    uniqueIndex('registrations_person_session_key')
      .on(row.personId, row.sessionId)
      .where(sql`${row.removedAt} is null`),
    index('registrations_account_idx').on(row.accountId),
    index('registrations_family_idx').on(row.familyId),
    index('registrations_offer_idx').on(row.offerOf).where(sql`${row.offerOf} is not null`),
    index('registrations_replaces_idx').on(row.replacesId).where(sql`${row.replacesId} is not null`),
    index('registrations_person_idx').on(row.personId),
    index('registrations_session_idx').on(row.sessionId),
    index('registrations_order_idx').on(row.orderId),
    index('registrations_charge_idx').on(row.chargeId).where(sql`${row.chargeId} is not null`),
    // As in `isUnpaid`; a small part of all rows.
    index('registrations_unpaid_idx')
      .on(row.sessionId)
      .where(sql`${row.dueCents} > 0 and ${row.chargeId} is null and ${row.removedAt} is null`),
    // As in `isOwedBack` and `isBounced`.
    index('registrations_open_idx')
      .on(row.familyId)
      .where(sql`${row.dueCents} < 0 or (${row.dueCents} > 0 and ${row.removedAt} is not null)`),
    index('registrations_held_idx').on(row.heldUntil).where(sql`${row.heldUntil} is not null`),
    check('registrations_removed_why_check', sql`${row.removedWhy} in ('family', 'desk', 'moved', 'closed')`),
    check('registrations_charge_cents_check', sql`(${row.chargeId} is null) = (${row.chargeCents} is null)`),
  ],
)
export type Registration = typeof registrations.$inferSelect

const refundStates = ['pending', 'unknown', 'queued', 'done', 'failed'] as const

/**
 * Money that goes back for one registration: by the gateway at once, or `queued` until the charge has settled; by hand
 * without a charge, and `done`. `failed`: it did not reach the payer.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null where credit was paid out. */
    registrationId: integer().references(() => registrations.id),
    accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    familyId: uuid(),
    chargeId: uuid().references(() => charges.id),
    amountCents: integer().notNull(),
    state: text({ enum: refundStates }).notNull().default('pending'),
    /** The refund's transaction, or the voided one. */
    transactionId: text(),
    reason: text(),
    /** By hand: how, its number, and the programme's day. */
    how: text({ enum: offlineWays }),
    reference: text().notNull().default(''),
    givenOn: date(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    endedAt: timestamp('over_at', { withTimezone: true }),
    endedBy: text().$type<Actor>(),
    /** The family was promised a mail: every end is mailed. */
    isPromised: boolean().notNull().default(false),
    /** When to ask the gateway again for a refund that it had not seen. */
    askAgainAt: timestamp({ withTimezone: true }),
    /** When to ask whether the refund has settled; null once known. */
    askSettlementAt: timestamp({ withTimezone: true }),
    /** Leased, or backing off. */
    leasedUntil: timestamp({ withTimezone: true }),
  },
  (row) => [
    // One of a charge at a time, as in `isUnderWay`.
    uniqueIndex('refunds_registration_key')
      .on(row.registrationId, row.chargeId)
      .where(sql`${row.state} in ('pending', 'unknown', 'queued')`),
    index('refunds_open_idx').on(row.createdAt).where(sql`${row.state} in ('pending', 'unknown', 'queued')`),
    index('refunds_done_idx').on(row.endedAt).where(sql`${row.state} = 'done'`),
    index('refunds_registration_idx').on(row.registrationId),
    index('refunds_account_idx').on(row.accountId),
    index('refunds_family_idx').on(row.familyId),
    index('refunds_charge_idx').on(row.chargeId),
    index('refunds_transaction_idx').on(row.transactionId),
    index('refunds_ask_settlement_idx')
      .on(row.askSettlementAt)
      .where(sql`${row.askSettlementAt} is not null`),
    index('refunds_ended_by_bare_name_idx').on(row.id).where(isBareName(row.endedBy)),
    index('refunds_ask_again_idx').on(row.askAgainAt).where(sql`${row.askAgainAt} is not null`),
    check('refunds_how_check', sql`${row.how} in ('check', 'cash', 'venmo-transfer')`),
    check('refunds_place_check', sql`${row.registrationId} is not null or ${row.chargeId} is null`),
    check('refunds_amount_check', sql`${row.amountCents} > 0`),
    check('refunds_state_check', sql`${row.state} in ('pending', 'unknown', 'queued', 'done', 'failed')`),
    check(
      'refunds_done_has_transaction',
      sql`${row.state} <> 'done' or ${row.chargeId} is null or ${row.transactionId} is not null`,
    ),
  ],
)
/** Of a place; credit that was paid out has none. */
export type Refund = typeof refunds.$inferSelect & { registrationId: number }
