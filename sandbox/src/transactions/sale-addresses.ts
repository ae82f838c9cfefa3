import { type Problem, problem, refuse } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { paymentMethods } from '../tables/vault.ts'
import { type Address, readAddress } from '../vault/addresses.ts'
import { addAddress, addressById } from '../vault/customer-addresses.ts'
import { lockCustomer } from '../vault/customers.ts'
import type { Instrument } from '../vault/nonces.ts'
import { isMethod } from '../vault/payment-methods.ts'
import type { Sale } from './sale-request.ts'
import type { TransactionDetails } from './transactions.ts'

type Addresses = Pick<TransactionDetails, 'billing' | 'shipping'>

/** What is wrong with the addresses that came with a sale. */
export function addressProblems({ billing, shipping, billing_address_id: billingId }: Sale): Problem[] {
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
    id === undefined ? undefined : customerId && (await addressById(gateway, customerId, id))
  const [keptBilling, keptShipping] = [await kept(billingId), await kept(shippingId)]
  if (billingId !== undefined && !keptBilling) refuse('91702', 'transaction', 'credit_card')
  if (shippingId !== undefined && !keptShipping) refuse('91581', 'transaction')
  return {
    billing: whole(sale.billing) ?? (keptBilling ? keptBilling.address : billing),
    shipping: sale.shipping
      ? { ...whole(sale.shipping), shipping_method: sale.shipping.shipping_method }
      : keptShipping
        ? keptShipping.address
        : undefined,
  }
}

/**
 * Keeps the addresses of a sale with the customer and the payment method, where the request asks for that.
 */
export async function keepAddresses(
  gateway: Gateway,
  { options, billing, shipping }: Sale,
  { customerId, token }: { customerId?: string | null; token?: string | null },
): Promise<void> {
  if (!customerId) return
  if (options?.store_shipping_address_in_vault && shipping) {
    await lockCustomer(gateway, customerId)
    await addAddress(gateway, customerId, whole(shipping) ?? {}, ['transaction', 'shipping'])
  }
  if (options?.add_billing_address_to_payment_method && billing && token) {
    await lockCustomer(gateway, customerId)
    const { id } = await addAddress(gateway, customerId, whole(billing) ?? {}, ['transaction', 'billing'])
    await gateway.db.update(paymentMethods).set({ billingId: id }).where(isMethod(gateway, token))
  }
}

/** An address with every form of its country; what is wrong with one was told before. */
function whole(address: Address | null | undefined): Address | undefined {
  if (!address) return undefined
  const read = readAddress(address, 'transaction')
  return 'address' in read ? read.address : undefined
}
