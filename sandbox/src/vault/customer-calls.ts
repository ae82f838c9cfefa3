import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { found, problem, Refused, refuse } from '../platform/errors.ts'
import { type Gateway, globalId, inTransaction, newCustomerId } from '../platform/gateway.ts'
import { optionalText, understand } from '../platform/requests.ts'
import type { XmlValue } from '../platform/xml.ts'
import { customers } from '../tables.ts'
import {
  CustomerFields,
  customerAnswer,
  customerById,
  customerColumns,
  customerProblems,
  isCustomer,
} from './customers.ts'
import { methodAnswers } from './method-answer.ts'
import { methodsOf, PaymentMethodRequest, vaultMethod } from './payment-methods.ts'
import { keepingVerification } from './verifications.ts'

export const CustomerRequest = CustomerFields.extend({
  payment_method_nonce: optionalText,
  credit_card: PaymentMethodRequest.nullish(),
})
export type CustomerRequest = z.infer<typeof CustomerRequest>
const Body = z.object({ customer: CustomerRequest.default({}) })

/** Creates a customer, with a payment method when a nonce or a card comes along (Braintree's Customer: Create). */
export async function createCustomer(gateway: Gateway, request: unknown): Promise<XmlValue> {
  const { customer } = understand(Body, request)
  const id = await keepingVerification(gateway, () =>
    inTransaction(gateway, (within) => addCustomer(within, customer)),
  )
  return findCustomer(gateway, id)
}

/** Adds the row and its payment method; gives the id. `path` is where problems stand in the request. */
export async function addCustomer(
  gateway: Gateway,
  request: CustomerRequest,
  ...path: string[]
): Promise<string> {
  const at = path.length ? path : ['customer']
  const wrong = customerProblems(request, at)
  if (wrong.length) throw new Refused(wrong)
  const id = request.id ?? newCustomerId()
  const row = { merchantId: gateway.merchant.id, id, ...customerColumns(request) }
  const added = await gateway.db
    .insert(customers)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: customers.id })
  if (!added.length) throw new Refused([problem('91609', ...at)])
  await addMethod(gateway, id, request, at)
  return id
}

/** Changes the given members, and adds a payment method when one comes along (Braintree's Customer: Update). */
export async function updateCustomer(gateway: Gateway, id: string, request: unknown): Promise<XmlValue> {
  const { customer } = understand(Body, request)
  const wrong = customerProblems(customer, ['customer'])
  if (wrong.length) throw new Refused(wrong)
  const newId = customer.id ?? id
  await keepingVerification(gateway, () =>
    inTransaction(gateway, async (within) => {
      if (newId !== id && (await customerById(within, newId))) refuse('91609', 'customer')
      const changed = { ...customerColumns(customer), id: newId, updatedAt: sql`now()` }
      const rows = await within.db.update(customers).set(changed).where(isCustomer(within, id)).returning()
      found(rows[0], `customer ${id}`)
      await addMethod(within, newId, customer, ['customer'])
    }),
  )
  return findCustomer(gateway, newId)
}

/** Deletes a customer with all payment methods; transactions stay (Braintree's Customer: Delete). */
export async function deleteCustomer(gateway: Gateway, id: string): Promise<void> {
  const rows = await gateway.db
    .delete(customers)
    .where(isCustomer(gateway, id))
    .returning({ id: customers.id })
  found(rows[0], `customer ${id}`)
}

/** A customer with payment methods, default and all (Braintree's Customer: Find). */
export async function findCustomer(gateway: Gateway, id: string): Promise<XmlValue> {
  const row = found(await customerById(gateway, id), `customer ${id}`)
  const cards = await methodAnswers(gateway, await methodsOf(gateway, id))
  return {
    ...customerAnswer(row),
    globalId: globalId('customer', row.id),
    merchantId: row.merchantId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    customFields: '',
    creditCards: cards,
    addresses: [],
    paypalAccounts: [],
    venmoAccounts: [],
    applePayCards: [],
    androidPayCards: [],
  }
}

async function addMethod(gateway: Gateway, customerId: string, request: CustomerRequest, at: string[]) {
  const { payment_method_nonce: nonce, credit_card: card } = request
  if (nonce === undefined && !card) return
  const wanted = { ...PaymentMethodRequest.parse(card ?? {}), customer_id: customerId }
  const source = nonce ?? wanted.payment_method_nonce
  await vaultMethod(gateway, { ...wanted, payment_method_nonce: source }, [...at, 'credit_card'])
}
