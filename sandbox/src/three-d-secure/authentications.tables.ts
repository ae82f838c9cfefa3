import { bigserial, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { AuthenticationStatus } from '../platform/authentication-statuses.ts'
import { created, instant } from '../platform/columns.ts'

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
    /** The lookup as the page sent it. */
    request: jsonb().$type<unknown>().notNull().default({}),
    status: text().$type<AuthenticationStatus>().notNull(),
    /** The one-time code that the bank sent to the owner of the card; null where it asks nothing. */
    bankCode: text(),
    /** How it ends when that code is given. */
    endsAs: text().$type<AuthenticationStatus>(),
    /** Whether the provider's script showed the bank's page, or a frame of the older kind. */
    shownBy: text().$type<'script' | 'frame'>(),
    /** What the owner of the card did there. */
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

/** Pages in which the provider's script was set up: its id goes with each lookup. */
export const providerSessions = pgTable('provider_sessions', {
  id: text().primaryKey(),
  merchantId: text().notNull(),
  /** The page's origin. */
  site: text(),
  /** The card whose bank has looked at the browser. */
  bin: text(),
  createdAt: created(),
})
