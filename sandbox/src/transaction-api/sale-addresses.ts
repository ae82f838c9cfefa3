import { type Address, readAddress } from '../payment-instruments/addresses.ts'
import type { Instrument } from '../payment-instruments/instrument.ts'
import { type Problem, problem, refuse } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import type { TransactionDetails } from '../transactions/details.ts'
import { addAddress, addressById } from '../vault/customer-addresses.ts'
import { lockCustomer } from '../vault/customers.ts'
import { findMethod, isMethod } from '../vault/payment-methods.ts'
import { paymentMethods } from '../vault/vault.tables.ts'
import type { Sale } from './sale-request.ts'

type Addresses = Pick<TransactionDetails, 'billing' | 'shipping'>

export function addressProblems({
  billing,
  shipping,
  billing_address_id: billingId,
}: Pick<Sale, 'billing' | 'shipping' | 'billing_address_id'>): Problem[] {
  const read = (address: Address | null | undefined, name: string) => {
    const result = address ? readAddress(address, 'transaction', name) : []
    return 'address' in result ? [] : result
  }
  const isTwice = billing && billingId !== undefined
  return [
    ...(isTwice ? [problem('91530', 'transaction')] : []),
    ...read(billing, 'billing'),
    ...read(shipping, 'shipping'),
  ]
}

/** From the request, by id among the customer's, or the payment method's. */
export async function saleAddresses(
  gateway: Gateway,
  sale: Sale,
  { billing }: Instrument,
  customerId: string | undefined,
): Promise<Addresses> {
  const billingId = sale.billing_address_id ?? sale.shared_billing_address_id
  const shippingId = sale.shipping_address_id ?? sale.shared_shipping_address_id
  const findStored = async (id: string | undefined) =>
    id === undefined || !customerId ? undefined : addressById(gateway, customerId, id)
  const storedBilling = await findStored(billingId)
  const storedShipping = await findStored(shippingId)
  if (billingId !== undefined && !storedBilling) refuse('91702', 'transaction', 'credit_card')
  if (shippingId !== undefined && !storedShipping) refuse('91581', 'transaction')
  return {
    billing: whole(sale.billing) ?? withId(storedBilling) ?? billing,
    shipping: wholeShipping(sale.shipping) ?? withId(storedShipping),
  }
}

export function wholeShipping(shipping: Sale['shipping']): Addresses['shipping'] {
  return shipping ? { ...whole(shipping), shipping_method: shipping.shipping_method } : undefined
}

/** Stores the addresses with the customer and the payment method on request; gives them with their ids. */
export async function storeAddresses(
  gateway: Gateway,
  { options, billing, shipping }: Sale,
  { customerId, token }: { customerId?: string | null; token?: string | null },
  addresses: Addresses,
): Promise<Addresses> {
  if (!customerId) return addresses
  const storesShipping = options?.store_shipping_address_in_vault && shipping
  const storesBilling = options?.add_billing_address_to_payment_method && billing && token
  if (storesShipping || storesBilling) await lockCustomer(gateway, customerId)
  const add = async (address: Address | null | undefined, name: 'billing' | 'shipping') =>
    (await addAddress(gateway, customerId, whole(address) ?? {}, ['transaction', name])).id
  const shippingId = storesShipping ? await add(shipping, 'shipping') : addresses.shipping?.id
  const billingId = storesBilling ? await add(billing, 'billing') : addresses.billing?.id
  if (storesBilling)
    await gateway.db.update(paymentMethods).set({ billingId }).where(isMethod(gateway, token))
  // A nonce's address was stored with the card when the sale vaulted it.
  const isFromMethod = token && addresses.billing && !billing && !billingId
  const method = isFromMethod ? await findMethod(gateway, token) : undefined
  return {
    billing: addresses.billing && { ...addresses.billing, id: billingId ?? method?.billingId ?? undefined },
    shipping: addresses.shipping && { ...addresses.shipping, id: shippingId },
  }
}

function withId(stored: Awaited<ReturnType<typeof addressById>>) {
  return stored ? { ...stored.address, id: stored.id } : undefined
}

/** Completes the country and drops the id. Problems were reported before. */
function whole(address: Address | null | undefined): Address | undefined {
  if (!address) return undefined
  const read = readAddress(address, 'transaction')
  return 'address' in read ? { ...read.address, id: undefined } : undefined
}
