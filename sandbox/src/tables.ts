import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { PayPalRequest } from './client/paypal.ts'
import type { PaysheetDetails, VenmoPayer, VenmoStatus } from './client/venmo.ts'
import type { Fault } from './control/fault.ts'
import type { AuthenticationStatus } from './three-d-secure/outcomes.ts'
import type { DisputeEvent, DisputeStatus, Evidence } from './transactions/disputes.ts'
import type { StatusEvent, TransactionDetails } from './transactions/transactions.ts'
import type { Address, InternationalPhone } from './vault/addresses.ts'
import type { Card } from './vault/cards.ts'
import type { Means } from './vault/means.ts'
import type { ThreeDSecure } from './vault/three-d-secure.ts'

const instant = () => timestamp({ withTimezone: true, mode: 'date' })
/** Whole seconds, as the gateway prints them, so that a search for the printed value finds the row. */
const created = () => instant().notNull().default(sql`date_trunc('second', now())`)

/** The keys of this sandbox: one row, written at the first start. */
export const secrets = pgTable('secrets', {
  id: integer().primaryKey(),
  hashKey: text().notNull(),
  signingKey: text().notNull(),
})

export const merchants = pgTable(
  'merchants',
  {
    id: text().primaryKey(),
    number: bigserial({ mode: 'number' }).notNull(),
    publicKey: text().notNull(),
    privateKey: text().notNull(),
    /** Ends in the merchant's id. */
    tokenizationKey: text().notNull(),
    /** From submission for settlement to settled. */
    settleAfterSeconds: integer().notNull().default(3600),
    /** For how long an equal sale counts as a duplicate; 0: never. */
    duplicateSeconds: integer().notNull().default(0),
    /** Where webhooks are delivered. */
    webhookUrl: text(),
    createdAt: created(),
  },
  (t) => [index('merchants_by_public_key').on(t.publicKey)],
)

export const customers = pgTable(
  'customers',
  {
    merchantId: text().notNull(),
    id: text().notNull(),
    number: bigserial({ mode: 'number' }).notNull(),
    firstName: text(),
    lastName: text(),
    company: text(),
    email: text(),
    phone: text(),
    fax: text(),
    website: text(),
    internationalPhone: jsonb().$type<InternationalPhone>(),
    customFields: jsonb().$type<Record<string, string>>().notNull().default({}),
    createdAt: created(),
    updatedAt: created(),
  },
  (t) => [
    primaryKey({ name: 'customers_pk', columns: [t.merchantId, t.id] }),
    unique('customers_number').on(t.number),
  ],
)

export const addresses = pgTable(
  'addresses',
  {
    merchantId: text().notNull(),
    customerId: text().notNull(),
    id: text().notNull(),
    number: bigserial({ mode: 'number' }).notNull(),
    address: jsonb().$type<Address>().notNull(),
    createdAt: created(),
    updatedAt: created(),
  },
  (t) => [
    primaryKey({ name: 'addresses_pk', columns: [t.merchantId, t.customerId, t.id] }),
    foreignKey({
      name: 'addresses_customer',
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
  ],
)

export const paymentMethods = pgTable(
  'payment_methods',
  {
    merchantId: text().notNull(),
    token: text().notNull(),
    number: bigserial({ mode: 'number' }).notNull(),
    customerId: text().notNull(),
    isDefault: boolean().notNull(),
    means: jsonb().$type<Means>().notNull(),
    /** A card's keyed number hash; the number itself is never stored. Null for accounts and wallets. */
    numberHash: text(),
    /** The one of the customer's addresses to which it is billed. */
    billingId: text(),
    createdAt: created(),
    updatedAt: created(),
  },
  (t) => [
    primaryKey({ name: 'payment_methods_pk', columns: [t.merchantId, t.token] }),
    foreignKey({
      name: 'payment_methods_customer',
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    index('payment_methods_of_customer').on(t.merchantId, t.customerId, t.number),
    index('payment_methods_same_number').on(t.merchantId, t.numberHash),
    uniqueIndex('payment_methods_one_default').on(t.merchantId, t.customerId).where(sql`is_default`),
  ],
)

export const nonces = pgTable(
  'nonces',
  {
    merchantId: text().notNull(),
    id: text().notNull(),
    /** The customer whose client token made it; null for a guest. */
    customerId: text(),
    /** Set when the nonce stands for a vaulted payment method. */
    token: text(),
    means: jsonb().$type<Means>().notNull(),
    billing: jsonb().$type<Address>(),
    cvvCode: text().notNull(),
    threeDSecure: jsonb().$type<ThreeDSecure>(),
    consumedAt: instant(),
    createdAt: created(),
  },
  (t) => [
    primaryKey({ name: 'nonces_pk', columns: [t.merchantId, t.id] }),
    foreignKey({
      name: 'nonces_payment_method',
      columns: [t.merchantId, t.token],
      foreignColumns: [paymentMethods.merchantId, paymentMethods.token],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    index('nonces_of_payment_method').on(t.merchantId, t.token),
    index('nonces_by_age').on(t.createdAt),
  ],
)

export const verifications = pgTable(
  'verifications',
  {
    merchantId: text().notNull(),
    id: text().notNull(),
    number: bigserial({ mode: 'number' }).notNull(),
    token: text(),
    customerId: text(),
    merchantAccountId: text().notNull(),
    amountCents: integer().notNull(),
    card: jsonb().$type<Card>().notNull(),
    billing: jsonb().$type<Address>(),
    threeDSecure: jsonb().$type<ThreeDSecure>(),
    status: text().notNull(),
    gatewayRejectionReason: text(),
    responseCode: text(),
    responseText: text(),
    responseType: text(),
    cvvCode: text().notNull(),
    avsPostalCode: text().notNull(),
    avsStreetCode: text().notNull(),
    additionalResponse: text(),
    createdAt: created(),
  },
  (t) => [
    primaryKey({ name: 'verifications_pk', columns: [t.merchantId, t.id] }),
    unique('verifications_number').on(t.number),
    index('verifications_of_payment_method').on(t.merchantId, t.token),
  ],
)

export const transactions = pgTable(
  'transactions',
  {
    merchantId: text().notNull(),
    id: text().notNull(),
    number: bigserial({ mode: 'number' }).notNull(),
    type: text().$type<'sale' | 'credit'>().notNull(),
    status: text().notNull(),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    merchantAccountId: text().notNull(),
    orderId: text(),
    customerId: text(),
    token: text(),
    refundedTransactionId: text(),
    /** The authorization that this is a partial settlement of. */
    authorizedTransactionId: text(),
    means: jsonb().$type<Means>().notNull(),
    details: jsonb().$type<TransactionDetails>().notNull(),
    gatewayRejectionReason: text(),
    responseCode: text(),
    responseText: text(),
    responseType: text(),
    additionalResponse: text(),
    cvvCode: text().notNull(),
    avsPostalCode: text().notNull(),
    avsStreetCode: text().notNull(),
    history: jsonb().$type<StatusEvent[]>().notNull(),
    authorizationCode: text(),
    settlementBatchId: text(),
    acquirerReferenceNumber: text(),
    /** The day on which the money went to the merchant, e.g. 2026-05-31. */
    disbursedOn: text(),
    /** When it moves on by itself: settles, expires or is paid out. */
    dueAt: instant(),
    createdAt: created(),
    updatedAt: created(),
  },
  (t) => [
    primaryKey({ name: 'transactions_pk', columns: [t.merchantId, t.id] }),
    unique('transactions_number').on(t.number),
    index('transactions_of_order').on(t.merchantId, t.orderId),
    index('transactions_of_customer').on(t.merchantId, t.customerId),
    index('transactions_by_age').on(t.merchantId, t.createdAt),
    index('transactions_refunds').on(t.merchantId, t.refundedTransactionId),
    index('transactions_partial').on(t.merchantId, t.authorizedTransactionId),
    index('transactions_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
)

export const disputes = pgTable(
  'disputes',
  {
    merchantId: text().notNull(),
    id: text().notNull(),
    number: bigserial({ mode: 'number' }).notNull(),
    transactionId: text().notNull(),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    merchantAccountId: text().notNull(),
    status: text().$type<DisputeStatus>().notNull(),
    /** Days, e.g. 2026-05-31. */
    receivedOn: text().notNull(),
    replyBy: text().notNull(),
    evidence: jsonb().$type<Evidence[]>().notNull().default([]),
    history: jsonb().$type<DisputeEvent[]>().notNull(),
    createdAt: created(),
    updatedAt: created(),
  },
  (t) => [
    primaryKey({ name: 'disputes_pk', columns: [t.merchantId, t.id] }),
    index('disputes_of_transaction').on(t.merchantId, t.transactionId),
  ],
)

/** One notification for a merchant's address: written with what it tells of, delivered later. */
export const webhooks = pgTable(
  'webhooks',
  {
    merchantId: text().notNull(),
    number: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().notNull(),
    subject: text().$type<'transaction' | 'dispute' | 'check'>().notNull(),
    /** The id of the transaction or dispute; empty for a check. */
    subjectId: text().notNull(),
    url: text().notNull(),
    /** The document as it was first sent: each further try sends the same. */
    payload: text(),
    tries: integer().notNull().default(0),
    /** When it is tried next; while it is under way, when another process may take it; null when it is over. */
    dueAt: instant(),
    deliveredAt: instant(),
    /** What came of the last try, e.g. "200". */
    lastAnswer: text(),
    createdAt: created(),
  },
  (t) => [
    index('webhooks_due').on(t.dueAt).where(sql`due_at is not null`),
    index('webhooks_of_merchant').on(t.merchantId, t.number),
  ],
)

/** First answers of calls that carried an api_request_key. */
export const requestKeys = pgTable(
  'request_keys',
  {
    merchantId: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    status: integer().$type<200 | 201 | 422>(),
    answer: text(),
    createdAt: created(),
  },
  (t) => [primaryKey({ name: 'request_keys_pk', columns: [t.merchantId, t.key] })],
)

export const faults = pgTable(
  'faults',
  {
    merchantId: text().notNull(),
    number: bigserial({ mode: 'number' }).primaryKey(),
    operation: text().notNull(),
    fault: jsonb().$type<Fault>().notNull(),
    /** Calls that it could have hit, and those that it hit. */
    calls: integer().notNull().default(0),
    hits: integer().notNull().default(0),
  },
  (t) => [index('faults_of_operation').on(t.merchantId, t.operation)],
)

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
