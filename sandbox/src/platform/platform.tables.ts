import { bigserial, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { OffersSet } from './offers.ts'
import { created } from './storage/columns.ts'

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
    settleAfterSeconds: integer().notNull().default(3600),
    /** Equal sales within this time are duplicates; 0: never. */
    duplicateSeconds: integer().notNull().default(0),
    webhookUrl: text(),
    /** Delay before the first delivery, and repeated deliveries after it. */
    webhookDelaySeconds: integer().notNull().default(0),
    webhookRepeats: integer().notNull().default(0),
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
