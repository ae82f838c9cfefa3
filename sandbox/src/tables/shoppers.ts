import { bigserial, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PayPalRequest } from '../client/paypal.ts'
import type { PaysheetDetails, VenmoPayer, VenmoStatus } from '../client/venmo.ts'
import type { AuthenticationStatus } from '../three-d-secure/outcomes.ts'
import { created, instant } from './columns.ts'

/** 3-D Secure: what a card's bank was asked, and what came of it. */
export const threeDSecureAuthentications = pgTable(
  'three_d_secure_authentications',
  {
    merchantId: text().notNull(),
    id: text().notNull(),
    number: bigserial({ mode: 'number' }).notNull(),
    /** The nonce that carries it now. */
    nonce: text().notNull(),
    amountCents: integer().notNull(),
    merchantAccountId: text().notNull(),
    brand: text().notNull(),
    last4: text().notNull(),
    status: text().$type<AuthenticationStatus>().notNull(),
    /** The one-time code that the bank sent to the owner of the card; null where it asks nothing. */
    bankCode: text(),
    /** How it ends when that code is given. */
    endsAs: text().$type<AuthenticationStatus>(),
    answeredAt: instant(),
    createdAt: created(),
  },
  (t) => [
    primaryKey({ name: 'three_d_secure_authentications_pk', columns: [t.merchantId, t.id] }),
    index('three_d_secure_authentications_of_nonce').on(t.merchantId, t.nonce),
  ],
)

/** Payments with Venmo under way, from the page that asks for one to the app that approves it. */
export const venmoContexts = pgTable(
  'venmo_contexts',
  {
    merchantId: text().notNull(),
    id: text().primaryKey(),
    number: bigserial({ mode: 'number' }).notNull(),
    /** Made by the older mutation, for a QR code only. */
    isQrCode: boolean().notNull(),
    profileId: text().notNull(),
    usage: text().$type<'SINGLE_USE' | 'MULTI_USE'>(),
    paysheet: jsonb().$type<PaysheetDetails>(),
    /** The customer whose client token made it. */
    customerId: text(),
    status: text().$type<VenmoStatus>().notNull(),
    /** Who approved it, and the nonce that this made. */
    payer: jsonb().$type<VenmoPayer>(),
    nonce: text(),
    createdAt: created(),
    expiresAt: instant().notNull(),
  },
  (t) => [index('venmo_contexts_by_age').on(t.merchantId, t.number)],
)

/** Payments and agreements that a payer approves or cancels at PayPal. */
export const paypalResources = pgTable('paypal_resources', {
  merchantId: text().notNull(),
  id: text().primaryKey(),
  kind: text().$type<'payment' | 'agreement'>().notNull(),
  request: jsonb().$type<PayPalRequest>().notNull(),
  status: text().$type<'created' | 'approved' | 'canceled' | 'used'>().notNull(),
  payerId: text().notNull(),
  createdAt: created(),
})

/** What browsers tell of themselves; the newest of each merchant are kept. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    merchantId: text().notNull(),
    number: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().notNull(),
    sessionId: text(),
    integration: text(),
    dropinVersion: text(),
    /** By the browser's clock. */
    happenedAt: instant().notNull(),
    createdAt: created(),
  },
  (t) => [index('analytics_events_of_merchant').on(t.merchantId, t.number)],
)
