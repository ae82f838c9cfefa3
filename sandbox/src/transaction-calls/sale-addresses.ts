import { type Address, readAddress } from '../instruments/addresses.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { type Problem, problem, refuse } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import type { TransactionDetails } from '../transactions/details.ts'
import { addAddress, addressById } from '../vault/customer-addresses.ts'
import { lockCustomer } from '../vault/customers.ts'
import { isMethod, methodByToken } from '../vault/payment-methods.ts'
import { paymentMethods } from '../vault/vault.tables.ts'
import type { Sale } from './sale-request.ts'

type Addresses = Pick<TransactionDetails, 'billing' | 'shipping'>

/** What is wrong with the addresses that came with a sale. */
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

/**
 * The addresses of a sale: given with it, or by their id among those of the customer, or that of the payment
 * method.
 */
export async function saleAddresses(
  gateway: Gateway,
  sale: Sale,
  { billing }: Instrument,
  customerId: string | undefined,
): Promise<Addresses> {
  const billingId = sale.billing_address_id ?? sale.shared_billing_address_id
  const shippingId = sale.shipping_address_id ?? sale.shared_shipping_address_id
  const kept = async (id: string | undefined) =>
    id === undefined || !customerId ? undefined : addressById(gateway, customerId, id)
  const keptBilling = await kept(billingId)
  const keptShipping = await kept(shippingId)
  if (billingId !== undefined && !keptBilling) refuse('91702', 'transaction', 'credit_card')
  if (shippingId !== undefined && !keptShipping) refuse('91581', 'transaction')
  return {
    billing: whole(sale.billing) ?? withId(keptBilling) ?? billing,
    shipping: wholeShipping(sale.shipping) ?? withId(keptShipping),
  }
}

/** A shipping address as it is kept with a transaction. */
export function wholeShipping(shipping: Sale['shipping']): Addresses['shipping'] {
  return shipping ? { ...whole(shipping), shipping_method: shipping.shipping_method } : undefined
}

/**
 * Keeps the addresses of a sale with the customer and the payment method, where the request asks for that; gives them
 * with the ids that they have there.
 */
export async function keepAddresses(
  gateway: Gateway,
  { options, billing, shipping }: Sale,
  { customerId, token }: { customerId?: string | null; token?: string | null },
  addresses: Addresses,
): Promise<Addresses> {
  if (!customerId) return addresses
  const isShippingKept = options?.store_shipping_address_in_vault && shipping
  const isBillingKept = options?.add_billing_address_to_payment_method && billing && token
  if (isShippingKept || isBillingKept) await lockCustomer(gateway, customerId)
  const add = async (address: Address | null | undefined, name: 'billing' | 'shipping') =>
    (await addAddress(gateway, customerId, whole(address) ?? {}, ['transaction', name])).id
  const shippingId = isShippingKept ? await add(shipping, 'shipping') : addresses.shipping?.id
  const billingId = isBillingKept ? await add(billing, 'billing') : addresses.billing?.id
  if (isBillingKept)
    await gateway.db.update(paymentMethods).set({ billingId }).where(isMethod(gateway, token))
  // An address that came with a nonce was kept with the card when the sale stored it.
  const isOfMethod = token && addresses.billing && !billing && !billingId
  const method = isOfMethod ? await methodByToken(gateway, token) : undefined
  return {
    billing: addresses.billing && { ...addresses.billing, id: billingId ?? method?.billingId ?? undefined },
    shipping: addresses.shipping && { ...addresses.shipping, id: shippingId },
  }
}

function withId(kept: Awaited<ReturnType<typeof addressById>>) {
  return kept ? { ...kept.address, id: kept.id } : undefined
}

/** An address with every form of its country, without an id; what is wrong with one was told before. */
function whole(address: Address | null | undefined): Address | undefined {
  if (!address) return undefined
  const read = readAddress(address, 'transaction')
  return 'address' in read ? { ...read.address, id: undefined } : undefined
}
