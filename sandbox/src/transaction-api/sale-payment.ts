import { readCard } from '../payment-instruments/cards.ts'
import type { Instrument } from '../payment-instruments/instrument.ts'
import { cardFor, type Means } from '../payment-instruments/means.ts'
import type { ThreeDSecure } from '../payment-instruments/three-d-secure.ts'
import { type Problem, type ProblemCode, problem, Refused, refuse } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import type { MerchantAccount } from '../processor/merchant-accounts.ts'
import { checkCvv } from '../processor/outcome.ts'
import { authenticationById, toThreeDSecure } from '../three-d-secure/authentications.ts'
import { type Customer, customerById, lockCustomer } from '../vault/customers.ts'
import { takeCvv, takeNonce } from '../vault/nonces.ts'
import { findDefaultMethod, findMethod, type PaymentMethod } from '../vault/payment-methods.ts'
import type { Sale } from './sale-request.ts'

/** The instrument, and the member of the request that named it. */
export type SalePayment = { instrument: Instrument; by: 'nonce' | 'token' | 'customer' | 'card' }

/** Problems that need no query. */
export function salePaymentProblems(gateway: Gateway, sale: Sale): Problem[] {
  const ways = [nonceIn(sale), tokenIn(sale), sale.credit_card?.number].filter((way) => way !== undefined)
  if (ways.length > (hasCvvNonce(sale) ? 2 : 1)) return [problem('91515', 'transaction')]
  const read = ways.length === 0 && isCustomerNamed(sale) ? undefined : readCardInRequest(gateway, sale)
  return read === undefined || 'card' in read ? [] : read
}

/** A nonce, which it consumes, a vaulted method, a customer's default, or a card. */
export async function findSalePayment(
  gateway: Gateway,
  sale: Sale,
  account: MerchantAccount,
): Promise<SalePayment> {
  const customerId = customerIdIn(sale)
  if (customerId !== undefined && isVaulting(sale)) await lockCustomer(gateway, customerId)
  const paying = await readSalePayment(gateway, sale)
  const card = cardFor(paying.instrument.means)
  if (account.cardsOnly && paying.instrument.means.kind !== 'credit_card') refuse('91577', 'transaction')
  if (account.brands && card && !account.brands.includes(card.brand)) {
    const codes: Record<SalePayment['by'], ProblemCode> = {
      nonce: '91567',
      token: '91517',
      customer: '81509',
      card: '81703',
    }
    refuse(codes[paying.by], 'transaction', ...(paying.by === 'card' ? ['credit_card'] : []))
  }
  if (sale.external_vault && paying.instrument.means.kind !== 'credit_card') refuse('915176', 'transaction')
  return paying
}

/** Whether the sale may change the customer's vault. */
const isVaulting = ({ options }: Sale) =>
  options?.store_in_vault ||
  options?.store_in_vault_on_success ||
  options?.store_shipping_address_in_vault ||
  options?.add_billing_address_to_payment_method

/** The named customer must own the payment method. */
export async function findPayingCustomer(
  gateway: Gateway,
  sale: Sale,
  instrument: Instrument,
): Promise<Customer | undefined> {
  const named = customerIdIn(sale)
  if (named && instrument.customerId && named !== instrument.customerId) refuse('91516', 'transaction')
  const id = named ?? instrument.customerId
  if (!id) return undefined
  return (await customerById(gateway, id)) ?? refuse('91510', 'transaction')
}

/** By the request's authentication, otherwise by the nonce's. */
export async function readAuthentication(
  gateway: Gateway,
  sale: Sale,
  { means, threeDSecure }: Instrument,
  { amountCents, account }: { amountCents: number; account: MerchantAccount },
): Promise<ThreeDSecure | null> {
  if (sale.three_d_secure_token !== undefined) refuse('91568', 'transaction')
  const info = await namedAuthentication(gateway, sale.three_d_secure_authentication_id, means)
  const found = info ?? threeDSecure ?? null
  if (found?.merchantAccountId !== undefined && found.merchantAccountId !== account.id)
    refuse('91584', 'transaction')
  if (found?.amountCents !== undefined && found.amountCents < amountCents) refuse('91585', 'transaction')
  return found
}

async function namedAuthentication(gateway: Gateway, id: string | undefined, means: Means) {
  if (id === undefined) return undefined
  const row = (await authenticationById(gateway, id)) ?? refuse('915196', 'transaction')
  const card = cardFor(means)
  if (card?.last4 !== row.last4 || card.brand !== row.brand) refuse('915197', 'transaction')
  return toThreeDSecure(row)
}

async function readSalePayment(gateway: Gateway, sale: Sale): Promise<SalePayment> {
  const [nonce, token, customerId] = [nonceIn(sale), tokenIn(sale), customerIdIn(sale)]
  if (nonce !== undefined && token !== undefined) return await readTokenWithCvv(gateway, sale, token, nonce)
  if (nonce !== undefined) return { instrument: await readNonce(gateway, nonce), by: 'nonce' }
  if (token !== undefined) {
    const method = (await findMethod(gateway, token)) ?? refuse('91518', 'transaction')
    return { instrument: vaultedInstrument(method, sale), by: 'token' }
  }
  const read = readCardInRequest(gateway, sale)
  if (read && 'card' in read) {
    const means: Means = { kind: 'credit_card', card: read.card }
    const cvvCode = checkCvv(sale.credit_card?.cvv)
    return { instrument: { means, cvvCode, customerId: null, token: null }, by: 'card' }
  }
  if (read) throw new Refused(read)
  if (customerId === undefined) return refuse('91508', 'transaction')
  if (!(await customerById(gateway, customerId))) return refuse('91510', 'transaction')
  const method = (await findDefaultMethod(gateway, customerId)) ?? refuse('91511', 'transaction')
  return { instrument: vaultedInstrument(method, sale), by: 'customer' }
}

/** A nonce beside a token must be a CVV's. */
const hasCvvNonce = (sale: Sale) => nonceIn(sale) !== undefined && tokenIn(sale) !== undefined

async function readTokenWithCvv(
  gateway: Gateway,
  sale: Sale,
  token: string,
  nonce: string,
): Promise<SalePayment> {
  const method = (await findMethod(gateway, token)) ?? refuse('91518', 'transaction')
  const taken = await takeCvv(gateway, nonce)
  if (taken === 'of-a-method') return refuse('91515', 'transaction')
  if (typeof taken !== 'object') return refuse(taken === 'consumed' ? '91564' : '91565', 'transaction')
  return { instrument: { ...vaultedInstrument(method, sale), ...taken }, by: 'token' }
}

async function readNonce(gateway: Gateway, nonce: string): Promise<Instrument> {
  const taken = await takeNonce(gateway, nonce)
  if (typeof taken === 'object') return taken
  if (taken === 'luhn_invalid') return refuse('81715', 'transaction', 'credit_card')
  return refuse(taken === 'consumed' ? '91564' : '91565', 'transaction')
}

function vaultedInstrument({ means, billing, customerId, token }: PaymentMethod, sale: Sale): Instrument {
  return { means, billing, customerId, token, cvvCode: checkCvv(sale.credit_card?.cvv) }
}

/** The request's card, or its problems; with a customer, only a card with a number. */
function readCardInRequest(gateway: Gateway, sale: Sale) {
  const { credit_card: card } = sale
  if (!card || nonceIn(sale) !== undefined || tokenIn(sale) !== undefined) return undefined
  if (card.number === undefined && isCustomerNamed(sale)) return undefined
  return readCard(card, gateway.secrets.hashKey, 'transaction', 'credit_card')
}

function isCustomerNamed(sale: Sale): boolean {
  return customerIdIn(sale) !== undefined
}

function customerIdIn(sale: Sale): string | undefined {
  return sale.customer_id ?? sale.shared_customer_id
}

function nonceIn(sale: Sale): string | undefined {
  return sale.payment_method_nonce ?? sale.shared_payment_method_nonce
}

function tokenIn(sale: Sale): string | undefined {
  return sale.payment_method_token ?? sale.shared_payment_method_token
}
