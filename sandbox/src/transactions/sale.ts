import { z } from 'zod'
import { type Problem, type ProblemCode, problem, Refused, refuse } from '../platform/errors.ts'
import { type Gateway, inTransaction, merchantAccountId } from '../platform/gateway.ts'
import { readAmount } from '../platform/money.ts'
import { flag, optionalText, understand } from '../platform/requests.ts'
import { AddressRequest } from '../vault/addresses.ts'
import { CardRequest, readCard } from '../vault/cards.ts'
import { addCustomer } from '../vault/customer-calls.ts'
import { type Customer, CustomerFields, customerAnswer, customerById } from '../vault/customers.ts'
import type { Means } from '../vault/means.ts'
import { type Instrument, takeNonce } from '../vault/nonces.ts'
import { defaultMethodOf, methodByToken, type PaymentMethod, saveMethod } from '../vault/payment-methods.ts'
import { authorize, checkAddress, checkCvv } from './outcome.ts'
import { addTransaction, type Transaction, type TransactionDetails } from './transactions.ts'

const SaleRequest = z.object({
  transaction: z.object({
    type: z.literal('sale').default('sale'),
    amount: optionalText,
    order_id: optionalText,
    merchant_account_id: optionalText,
    payment_method_nonce: optionalText,
    payment_method_token: optionalText,
    customer_id: optionalText,
    credit_card: CardRequest.nullish(),
    customer: CustomerFields.nullish(),
    billing: AddressRequest.nullish(),
    shipping: AddressRequest.nullish(),
    device_data: optionalText,
    descriptor: z.object({ name: optionalText, phone: optionalText, url: optionalText }).nullish(),
    custom_fields: z.record(z.string(), z.coerce.string()).nullish(),
    options: z
      .object({ submit_for_settlement: flag, store_in_vault: flag, store_in_vault_on_success: flag })
      .nullish(),
  }),
})
type Sale = z.infer<typeof SaleRequest>['transaction']

/** Charges a nonce, a vaulted method, a customer's default or a card (Braintree's Transaction: Sale). */
export function sell(gateway: Gateway, request: unknown): Promise<Transaction> {
  const { transaction: sale } = understand(SaleRequest, request)
  const amount = readAmount(sale.amount)
  const wrong = saleProblems(sale)
  if (!('amountCents' in amount)) wrong.unshift(amount)
  if (!('amountCents' in amount) || wrong.length) throw new Refused(wrong)
  return inTransaction(gateway, (within) => charge(within, sale, amount.amountCents))
}

async function charge(gateway: Gateway, sale: Sale, amountCents: number): Promise<Transaction> {
  const instrument = await readInstrument(gateway, sale)
  const customer = await payingCustomer(gateway, sale, instrument)
  const billing = sale.billing ?? instrument.billing
  const checks = { cvvCode: instrument.cvvCode, ...checkAddress(billing) }
  const outcome = authorize(amountCents, instrument.means, checks)
  const options = sale.options
  const keep =
    options?.store_in_vault || (options?.store_in_vault_on_success && outcome.status === 'authorized')
  const vaulted =
    keep && !instrument.token ? await vault(gateway, sale, { ...instrument, billing }, customer) : undefined
  return addTransaction(gateway, {
    type: 'sale',
    amountCents,
    instrument,
    outcome,
    submit: options?.submit_for_settlement ?? false,
    orderId: sale.order_id,
    customerId: vaulted?.customerId ?? customer?.id,
    token: vaulted?.token ?? instrument.token,
    details: saleDetails(sale, billing, customer, vaulted?.customerId),
  })
}

function saleProblems(sale: Sale): Problem[] {
  const wrong: Problem[] = []
  if ((sale.order_id ?? '').length > 255) wrong.push(problem('91501', 'transaction'))
  if (sale.merchant_account_id && sale.merchant_account_id !== merchantAccountId) {
    wrong.push(problem('91513', 'transaction'))
  }
  const fields = Object.keys(sale.custom_fields ?? {})
  if (!fields.every((field) => /^[a-z_]\w*$/i.test(field))) wrong.push(problem('91526', 'transaction'))
  return wrong
}

async function readInstrument(gateway: Gateway, sale: Sale): Promise<Instrument> {
  if (sale.payment_method_nonce !== undefined) return readNonce(gateway, sale.payment_method_nonce)
  if (sale.payment_method_token !== undefined) {
    const method = await methodByToken(gateway, sale.payment_method_token)
    return method ? vaultedInstrument(method, sale) : refuse('91518', 'transaction')
  }
  if (sale.credit_card?.number !== undefined) {
    const read = readCard(sale.credit_card, gateway.secrets.hashKey, 'transaction', 'credit_card')
    if (!('card' in read)) throw new Refused(read)
    const means: Means = { kind: 'credit_card', card: read.card }
    return { means, cvvCode: checkCvv(sale.credit_card.cvv), customerId: null, token: null }
  }
  if (sale.customer_id === undefined) return refuse('91508', 'transaction')
  if (!(await customerById(gateway, sale.customer_id))) return refuse('91510', 'transaction')
  const method = await defaultMethodOf(gateway, sale.customer_id)
  return method ? vaultedInstrument(method, sale) : refuse('91511', 'transaction')
}

async function readNonce(gateway: Gateway, nonce: string): Promise<Instrument> {
  const taken = await takeNonce(gateway, nonce)
  if (typeof taken === 'object') return taken
  if (taken === 'luhn_invalid') return refuse('81715', 'transaction', 'credit_card')
  const code: ProblemCode = taken === 'consumed' ? '91564' : '91565'
  return refuse(code, 'transaction')
}

function vaultedInstrument(method: PaymentMethod, sale: Sale): Instrument {
  const { means, billing, customerId, token } = method
  return { means, billing, customerId, token, cvvCode: checkCvv(sale.credit_card?.cvv) }
}

async function payingCustomer(
  gateway: Gateway,
  sale: Sale,
  instrument: Instrument,
): Promise<Customer | undefined> {
  if (sale.customer_id && instrument.customerId && sale.customer_id !== instrument.customerId) {
    refuse('91516', 'transaction')
  }
  const id = sale.customer_id ?? instrument.customerId
  if (!id) return undefined
  return (await customerById(gateway, id)) ?? refuse('91510', 'transaction')
}

async function vault(gateway: Gateway, sale: Sale, instrument: Instrument, customer: Customer | undefined) {
  const customerId =
    customer?.id ?? (await addCustomer(gateway, sale.customer ?? {}, 'transaction', 'customer'))
  const wanted = { customer_id: customerId, token: undefined, options: null }
  return { customerId, token: await saveMethod(gateway, instrument, wanted, ['transaction', 'credit_card']) }
}

function saleDetails(
  sale: Sale,
  billing: TransactionDetails['billing'],
  customer: Customer | undefined,
  newCustomerId: string | undefined,
): TransactionDetails {
  const given = sale.customer
  const named = {
    ...customerAnswer(customer),
    ...(customer ? {} : { id: newCustomerId ?? null }),
    ...(given && {
      firstName: given.first_name ?? null,
      lastName: given.last_name ?? null,
      company: given.company ?? null,
      email: given.email ?? null,
      phone: given.phone ?? null,
      fax: given.fax ?? null,
      website: given.website ?? null,
    }),
  }
  return {
    customer: named,
    billing,
    shipping: sale.shipping,
    descriptor: sale.descriptor,
    customFields: sale.custom_fields,
    deviceData: sale.device_data,
  }
}
