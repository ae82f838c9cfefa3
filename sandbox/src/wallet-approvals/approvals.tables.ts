import { bigserial, boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { created, instant } from '../platform/storage/columns.ts'
import type { PayPalPayer, ResourceRequest } from './paypal.schema.ts'
import type { PaysheetDetails, VenmoPayer, VenmoStatus } from './venmo-statuses.ts'

export const venmoContexts = pgTable(
  'venmo_contexts',
  {
    merchantId: text().notNull(),
    id: text().primaryKey(),
    number: bigserial({ mode: 'number' }).notNull(),
    /** Created by the older mutation, for a QR code only. */
    isQrCode: boolean().notNull(),
    profileId: text().notNull(),
    usage: text().$type<'SINGLE_USE' | 'MULTI_USE'>(),
    paysheet: jsonb().$type<PaysheetDetails>(),
    displayName: text(),
    /** The page's original request. */
    request: jsonb().$type<unknown>().notNull().default({}),
    customerId: text(),
    status: text().$type<VenmoStatus>().notNull(),
    /** The payer, and the nonce of the approval. */
    payer: jsonb().$type<VenmoPayer>(),
    nonce: text(),
    createdAt: created(),
    expiresAt: instant().notNull(),
  },
  (t) => [index('venmo_contexts_by_age').on(t.merchantId, t.number)],
)

export const paypalResources = pgTable('paypal_resources', {
  merchantId: text().notNull(),
  id: text().primaryKey(),
  kind: text().$type<'payment' | 'agreement'>().notNull(),
  request: jsonb().$type<ResourceRequest>().notNull(),
  status: text().$type<'created' | 'approved' | 'canceled' | 'used'>().notNull(),
  payerId: text().notNull(),
  payer: jsonb().$type<PayPalPayer>(),
  createdAt: created(),
})
