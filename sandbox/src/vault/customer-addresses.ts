import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Address, AddressRequest, addressAnswer, readAddress } from '../payment-instruments/addresses.ts'
import { found, Refused, refuse } from '../platform/errors.ts'
import { type Gateway, inTransaction, newId } from '../platform/gateway.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import type { XmlValue } from '../platform/http/xml.ts'
import { lockCustomer } from './customers.ts'
import { addresses, paymentMethods } from './vault.tables.ts'

type CustomerAddress = typeof addresses.$inferSelect

const Body = z.object({ address: AddressRequest.default({}) })
const most = 50

/** Braintree's Address: Create. */
export async function createAddress(
  gateway: Gateway,
  customerId: string,
  request: unknown,
): Promise<XmlValue> {
  const address = checkAddress(parseStrictly(Body, request).address)
  if (Object.values(address).every((value) => !value)) refuse('81801', 'address')
  return inTransaction(gateway, async (within) => {
    found((await lockCustomer(within, customerId)) || undefined, `customer ${customerId}`)
    return customerAddressAnswer(await addAddress(within, customerId, address, ['address']))
  })
}

/** Braintree's Address: Find. */
export async function findAddress(gateway: Gateway, customerId: string, id: string): Promise<XmlValue> {
  return customerAddressAnswer(await foundAddress(gateway, customerId, id))
}

/** Changes the given members; a country replaces the one before (Braintree's Address: Update). */
export async function updateAddress(
  gateway: Gateway,
  customerId: string,
  id: string,
  request: unknown,
): Promise<XmlValue> {
  const { id: _, ...changes } = checkAddress(parseStrictly(Body, request).address)
  return customerAddressAnswer(await changeAddress(gateway, customerId, id, changes))
}

/** Deletes an address; payment methods billed there lose it (Braintree's Address: Delete). */
export function deleteAddress(gateway: Gateway, customerId: string, id: string): Promise<void> {
  return inTransaction(gateway, async (within) => {
    await lockCustomer(within, customerId)
    await foundAddress(within, customerId, id)
    const { merchantId, customerId: billedCustomer, billingId } = paymentMethods
    await within.db
      .update(paymentMethods)
      .set({ billingId: null })
      .where(and(eq(merchantId, gateway.merchant.id), eq(billedCustomer, customerId), eq(billingId, id)))
    await within.db.delete(addresses).where(isAddress(gateway, customerId, id))
  })
}

/** The customer must be locked. Problems are at `at`. */
export async function addAddress(
  gateway: Gateway,
  customerId: string,
  { id: _, ...address }: Address,
  at: string[],
): Promise<CustomerAddress> {
  const others = await listAddresses(gateway, customerId)
  if (others.length >= most) refuse('91818', ...at)
  const row = { merchantId: gateway.merchant.id, customerId, id: newId(4), address }
  const [added] = await gateway.db.insert(addresses).values(row).onConflictDoNothing().returning()
  return added ?? addAddress(gateway, customerId, address, at)
}

export async function changeAddress(
  gateway: Gateway,
  customerId: string,
  id: string,
  changes: Address,
): Promise<CustomerAddress> {
  const known = Object.entries(changes).filter(([, value]) => value !== undefined)
  const [changed] = await gateway.db
    .update(addresses)
    .set({
      address: sql`${addresses.address} || ${JSON.stringify(Object.fromEntries(known))}::jsonb`,
      updatedAt: sql`now()`,
    })
    .where(isAddress(gateway, customerId, id))
    .returning()
  return found(changed, `address ${id} of customer ${customerId}`)
}

function listAddresses(gateway: Gateway, customerId: string): Promise<CustomerAddress[]> {
  return gateway.db
    .select()
    .from(addresses)
    .where(and(eq(addresses.merchantId, gateway.merchant.id), eq(addresses.customerId, customerId)))
    .orderBy(asc(addresses.number))
}

export async function addressById(
  gateway: Gateway,
  customerId: string,
  id: string,
): Promise<CustomerAddress | undefined> {
  const [row] = await gateway.db
    .select()
    .from(addresses)
    .where(isAddress(gateway, customerId, id))
  return row
}

export function customerAddressAnswer({ id, customerId, address, createdAt, updatedAt }: CustomerAddress) {
  return { ...addressAnswer({ ...address, id }), customerId, createdAt, updatedAt }
}

async function foundAddress(gateway: Gateway, customerId: string, id: string): Promise<CustomerAddress> {
  return found(await addressById(gateway, customerId, id), `address ${id} of customer ${customerId}`)
}

function checkAddress(address: Address): Address {
  const read = readAddress(address, 'address')
  if (!('address' in read)) throw new Refused(read)
  return read.address
}

function isAddress(gateway: Gateway, customerId: string, id: string) {
  return and(
    eq(addresses.merchantId, gateway.merchant.id),
    eq(addresses.customerId, customerId),
    eq(addresses.id, id),
  )
}
