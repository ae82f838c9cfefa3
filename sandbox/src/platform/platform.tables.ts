import { bigserial, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { created } from './columns.ts'
import type { OffersSet } from './offers.ts'

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
    /** How long each waits before it is sent, and how often it comes again after it was taken. */
    webhookDelaySeconds: integer().notNull().default(0),
    webhookRepeats: integer().notNull().default(0),
    /** What was set of that which browsers are offered. */
    offers: jsonb().$type<OffersSet>().notNull().default({}),
    createdAt: created(),
  },
  (t) => [index('merchants_by_public_key').on(t.publicKey)],
)

export type Merchant = typeof merchants.$inferSelect

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
