import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Address } from '../payment-instruments/addresses.ts'
import { found } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { lockCustomer } from './customers.ts'
import { addresses, paymentMethods } from './vault.tables.ts'

export type PaymentMethod = typeof paymentMethods.$inferSelect & { billing: Address | null }

export async function findMethod(gateway: Gateway, token: string): Promise<PaymentMethod | undefined> {
  const [row] = await methods(gateway).where(isMethod(gateway, token))
  return row
}

export async function findDefaultMethod(
  gateway: Gateway,
  customerId: string,
): Promise<PaymentMethod | undefined> {
  const isDefault = and(isCustomerMethod(gateway, customerId), eq(paymentMethods.isDefault, true))
  const [row] = await methods(gateway).where(isDefault)
  return row
}

/** Oldest first; with `defaultFirst`, the default before all. */
export function listMethods(
  gateway: Gateway,
  customerId: string,
  defaultFirst = false,
): Promise<PaymentMethod[]> {
  return methods(gateway)
    .where(isCustomerMethod(gateway, customerId))
    .orderBy(...(defaultFirst ? [desc(paymentMethods.isDefault)] : []), asc(paymentMethods.number))
}

export function methods(gateway: Gateway) {
  const isBilledThere = and(
    eq(addresses.merchantId, paymentMethods.merchantId),
    eq(addresses.customerId, paymentMethods.customerId),
    eq(addresses.id, paymentMethods.billingId),
  )
  const billing = sql<Address | null>`${addresses.address} || jsonb_build_object('id', ${addresses.id})`
  return gateway.db
    .select({ ...getTableColumns(paymentMethods), billing })
    .from(paymentMethods)
    .leftJoin(addresses, isBilledThere)
}

/** The customer's oldest other method becomes the default. */
export async function removeMethod(gateway: Gateway, token: string): Promise<void> {
  const known = found(await findMethod(gateway, token), `payment method ${token}`)
  await lockCustomer(gateway, known.customerId)
  const [gone] = await gateway.db.delete(paymentMethods).where(isMethod(gateway, token)).returning()
  if (!gone?.isDefault) return
  const [oldest] = await listMethods(gateway, gone.customerId)
  if (oldest) await setDefault(gateway, oldest)
}

/** The customer must be locked. */
export async function setDefault(
  gateway: Gateway,
  { token, customerId }: Pick<PaymentMethod, 'token' | 'customerId'>,
): Promise<void> {
  await setNoDefault(gateway, customerId)
  await gateway.db.update(paymentMethods).set({ isDefault: true }).where(isMethod(gateway, token))
}

export async function setNoDefault(gateway: Gateway, customerId: string): Promise<void> {
  await gateway.db
    .update(paymentMethods)
    .set({ isDefault: false })
    .where(and(isCustomerMethod(gateway, customerId), eq(paymentMethods.isDefault, true)))
}

export function isMethod(gateway: Gateway, token: string) {
  return and(eq(paymentMethods.merchantId, gateway.merchant.id), eq(paymentMethods.token, token))
}

function isCustomerMethod(gateway: Gateway, customerId: string) {
  return and(eq(paymentMethods.merchantId, gateway.merchant.id), eq(paymentMethods.customerId, customerId))
}
