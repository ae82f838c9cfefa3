import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { fraudData, RiskData } from '../payment-instruments/fraud-data.ts'
import { found, problem, Refused, refuse } from '../platform/errors.ts'
import { type Gateway, inTransaction, newCustomerId } from '../platform/gateway.ts'
import { optionalText } from '../platform/http/requests.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import {
  CustomerFields,
  customerColumns,
  customerProblems,
  customFieldsAfter,
  isCustomer,
} from '../vault/customers.ts'
import { changeMethod } from '../vault/method-change.ts'
import { findMethod, setDefault } from '../vault/payment-methods.ts'
import { customers } from '../vault/vault.tables.ts'
import { openCardProblems, PaymentMethodRequest, vaultMethod } from '../vault/vaulting.ts'
import { keepingVerification } from '../vault/verifications.ts'

const CustomerCard = PaymentMethodRequest.omit({ customer_id: true }).extend({
  options: PaymentMethodRequest.shape.options
    .unwrap()
    .unwrap()
    .extend({ update_existing_token: optionalText })
    .nullish(),
})
const CustomerRequest = CustomerFields.extend({
  ...fraudData,
  risk_data: RiskData.nullish(),
  payment_method_nonce: optionalText,
  default_payment_method_token: optionalText,
  credit_card: CustomerCard.nullish(),
})
type CustomerRequest = z.infer<typeof CustomerRequest>
const Body = z.object({ customer: CustomerRequest.default({}) })

/** Braintree's Customer: Create, with a payment method for a nonce or a card. */
export async function createCustomer(gateway: Gateway, request: unknown): Promise<string> {
  const { customer } = parseStrictly(Body, request)
  return keepingVerification(gateway, () => inTransaction(gateway, (within) => addCustomer(within, customer)))
}

/** Gives the id. `path` is where problems are reported. */
export async function addCustomer(
  gateway: Gateway,
  request: CustomerRequest,
  ...path: string[]
): Promise<string> {
  const at = path.length ? path : ['customer']
  const { credit_card: card, payment_method_nonce: nonce = card?.payment_method_nonce } = request
  const wrong = [
    ...customerProblems(request, at),
    ...(card && nonce === undefined ? openCardProblems(gateway, card, [...at, 'credit_card']) : []),
  ]
  if (wrong.length) throw new Refused(wrong)
  const id = request.id ?? newCustomerId()
  const added = await gateway.db
    .insert(customers)
    .values({
      merchantId: gateway.merchant.id,
      id,
      ...customerColumns(request),
      customFields: customFieldsAfter(request),
    })
    .onConflictDoNothing()
    .returning({ id: customers.id })
  if (!added.length) throw new Refused([problem('91609', ...at)])
  await addMethod(gateway, id, request, at)
  return id
}

/** Braintree's Customer: Update; gives the id. */
export async function updateCustomer(gateway: Gateway, id: string, request: unknown): Promise<string> {
  const { customer } = parseStrictly(Body, request)
  const wrong = customerProblems(customer, ['customer'])
  return keepingVerification(gateway, () =>
    inTransaction(gateway, async (within) => {
      const rows = within.db.select().from(customers).where(isCustomer(within, id))
      const [known] = await rows.for('update')
      const { customFields } = found(known, `customer ${id}`)
      if (wrong.length) throw new Refused(wrong)
      const newId = await rename(within, id, customer.id)
      await within.db
        .update(customers)
        .set({
          ...customerColumns(customer),
          customFields: customFieldsAfter(customer, customFields),
          updatedAt: sql`now()`,
        })
        .where(isCustomer(within, newId))
      await addMethod(within, newId, customer, ['customer'])
      if (customer.default_payment_method_token !== undefined) {
        await makeDefault(within, newId, customer.default_payment_method_token)
      }
      return newId
    }),
  )
}

/** Braintree's Customer: Delete; transactions stay. */
export async function deleteCustomer(gateway: Gateway, id: string): Promise<void> {
  const rows = await gateway.db
    .delete(customers)
    .where(isCustomer(gateway, id))
    .returning({ id: customers.id })
  found(rows[0], `customer ${id}`)
}

async function rename(gateway: Gateway, id: string, nextId = id): Promise<string> {
  if (nextId === id) return id
  const [taken] = await gateway.db
    .select({ id: customers.id })
    .from(customers)
    .where(isCustomer(gateway, nextId))
  if (taken) refuse('91609', 'customer')
  await gateway.db.update(customers).set({ id: nextId }).where(isCustomer(gateway, id))
  return nextId
}

async function addMethod(gateway: Gateway, customerId: string, request: CustomerRequest, at: string[]) {
  const { payment_method_nonce: nonce, credit_card: card } = request
  if (nonce === undefined && !card) return
  const cardAt = [...at, 'credit_card']
  const existing = card?.options?.update_existing_token
  if (card && existing !== undefined) {
    const row = await findMethod(gateway, existing)
    if (row?.customerId !== customerId) return refuse('91723', ...cardAt, 'options')
    await changeMethod(
      gateway,
      row,
      { ...card, payment_method_nonce: nonce ?? card.payment_method_nonce },
      cardAt,
    )
    return
  }
  const method = { ...card, customer_id: customerId }
  await vaultMethod(gateway, { ...method, payment_method_nonce: nonce ?? card?.payment_method_nonce }, cardAt)
}

async function makeDefault(gateway: Gateway, customerId: string, token: string) {
  const row = await findMethod(gateway, token)
  if (row?.customerId !== customerId) {
    throw new Refused([{ ...problem('91718', 'customer'), attribute: 'default_payment_method_token' }])
  }
  await setDefault(gateway, row)
}
