import { bigserial, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { AuthenticationStatus } from '../platform/authentication-statuses.ts'
import { created, instant } from '../platform/storage/columns.ts'

export const threeDSecureAuthentications = pgTable(
  'three_d_secure_authentications',
  {
    merchantId: text().notNull(),
    id: text().notNull(),
    number: bigserial({ mode: 'number' }).notNull(),
    nonce: text().notNull(),
    amountCents: integer().notNull(),
    merchantAccountId: text().notNull(),
    brand: text().notNull(),
    last4: text().notNull(),
    request: jsonb().$type<unknown>().notNull().default({}),
    status: text().$type<AuthenticationStatus>().notNull(),
    /** Null without a challenge. */
    bankCode: text(),
    /** The status after the right code. */
    endsAs: text().$type<AuthenticationStatus>(),
    /** `frame` is the older kind. */
    shownBy: text().$type<'script' | 'frame'>(),
    answer: text().$type<BankAnswer>(),
    answeredAt: instant(),
    createdAt: created(),
  },
  (t) => [
    primaryKey({ name: 'three_d_secure_authentications_pk', columns: [t.merchantId, t.id] }),
    index('three_d_secure_authentications_of_nonce').on(t.merchantId, t.nonce),
  ],
)
export type BankAnswer = 'right code' | 'wrong code' | 'canceled'

/** Set-ups of the provider's script; a lookup carries the id. */
export const providerSessions = pgTable('provider_sessions', {
  id: text().primaryKey(),
  merchantId: text().notNull(),
  site: text(),
  /** The card whose bank has profiled the browser. */
  bin: text(),
  createdAt: created(),
})
