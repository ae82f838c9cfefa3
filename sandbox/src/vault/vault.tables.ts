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
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Address, InternationalPhone } from '../payment-instruments/addresses.ts'
import type { Card } from '../payment-instruments/cards.ts'
import type { Means } from '../payment-instruments/means.ts'
import type { ThreeDSecure } from '../payment-instruments/three-d-secure.ts'
import { created, instant } from '../platform/storage/columns.ts'

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
    /** Keyed hash; null for accounts and wallets. */
    numberHash: text(),
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
    /** Null for a guest. */
    customerId: text(),
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
