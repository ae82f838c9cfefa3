import { type Address, type BillingAddressRequest, readAddress } from '../payment-instruments/addresses.ts'
import { Refused, refuse } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { addAddress, addressById, changeAddress } from './customer-addresses.ts'
import type { PaymentMethod } from './payment-methods.ts'

/** Completes the country; throws Refused with problems on billing_address. */
export function checkBilling(address: Address | null | undefined, at: string[]): Address | undefined {
  if (!address || Object.values(address).every((value) => !value)) return undefined
  const read = readAddress(address, ...at, 'billing_address')
  if (!('address' in read)) throw new Refused(read)
  return read.address
}

export async function storeBilling(
  gateway: Gateway,
  customerId: string,
  { billing, id }: { billing?: Address; id?: string },
  at: string[],
): Promise<{ billing?: Address; billingId?: string }> {
  if (id !== undefined) {
    const stored = (await addressById(gateway, customerId, id)) ?? refuse('91702', ...at)
    return { billing: stored.address, billingId: id }
  }
  if (!billing) return {}
  const { id: billingId } = await addAddress(gateway, customerId, billing, [...at, 'billing_address'])
  return { billing, billingId }
}

/** A new address, unless the request's options update the present one. */
export async function changedBilling(
  gateway: Gateway,
  { customerId, billing, billingId }: PaymentMethod,
  request: { billing_address?: BillingAddressRequest | null; billing_address_id?: string },
  at: string[],
) {
  const { options, ...fields } = request.billing_address ?? {}
  const id = request.billing_address_id
  if (!request.billing_address && id === undefined) return { billing, billingId }
  if (request.billing_address && id !== undefined) refuse('91701', ...at)
  const address = checkBilling(fields, at)
  if (address && billingId && options?.update_existing) {
    const changed = await changeAddress(gateway, customerId, billingId, address)
    return { billing: changed.address, billingId }
  }
  return { billing, billingId, ...(await storeBilling(gateway, customerId, { billing: address, id }, at)) }
}
