import { bigserial, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { AuthenticationStatus } from '../instruments/authentication-outcomes.ts'
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
