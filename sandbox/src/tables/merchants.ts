import { sql } from 'drizzle-orm'
import { bigserial, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Fault } from '../control/fault.ts'
import { created, instant } from './columns.ts'

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
