import { bigserial, boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { created, instant } from '../platform/columns.ts'
import type { PayPalPayer, PayPalRequest } from './paypal.schema.ts'
import type { PaysheetDetails, VenmoPayer, VenmoStatus } from './venmo-words.ts'

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
    displayName: text(),
    /** All that the page said of it. */
    request: jsonb().$type<unknown>().notNull().default({}),
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
  /** Who logged in. */
  payer: jsonb().$type<PayPalPayer>(),
  createdAt: created(),
})
