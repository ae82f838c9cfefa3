import { readCard } from '../instruments/cards.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { cardOf, type Means } from '../instruments/means.ts'
import type { ThreeDSecure } from '../instruments/three-d-secure.ts'
import { type Problem, type ProblemCode, problem, Refused, refuse } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import type { MerchantAccount } from '../processor/merchant-accounts.ts'
import { checkCvv } from '../processor/outcome.ts'
import { authenticationById, threeDSecureOf } from '../three-d-secure/authentications.ts'
import { type Customer, customerById, lockCustomer } from '../vault/customers.ts'
import { takeCvv, takeNonce } from '../vault/nonces.ts'
import { defaultMethodOf, methodByToken, type PaymentMethod } from '../vault/payment-methods.ts'
import type { Sale } from './sale-request.ts'

/** What a sale is paid with, and by which member of the request it was named. */
export type Paying = { instrument: Instrument; by: 'nonce' | 'token' | 'customer' | 'card' }

/** What is wrong with the payment method that was named, before it is looked up. */
export function payingProblems(gateway: Gateway, sale: Sale): Problem[] {
  const ways = [nonceOf(sale), tokenOf(sale), sale.credit_card?.number].filter((way) => way !== undefined)
  if (ways.length > (isCvvBesideToken(sale) ? 2 : 1)) return [problem('91515', 'transaction')]
  const read = ways.length === 0 && isCustomerNamed(sale) ? undefined : readGivenCard(gateway, sale)
  return read === undefined || 'card' in read ? [] : read
}

/**
 * Finds the means to pay: a nonce, which is used up by it, a vaulted method, a customer's default, or a
 * card.
 */
export async function findPaying(gateway: Gateway, sale: Sale, account: MerchantAccount): Promise<Paying> {
  const customerId = customerIdOf(sale)
  if (customerId !== undefined && keepsSomething(sale)) await lockCustomer(gateway, customerId)
  const paying = await readPaying(gateway, sale)
  const card = cardOf(paying.instrument.means)
  if (account.cardsOnly && paying.instrument.means.kind !== 'credit_card') refuse('91577', 'transaction')
  if (account.brands && card && !account.brands.includes(card.brand)) {
    const codes: Record<Paying['by'], ProblemCode> = {
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

/** Whether the sale may change what its customer has. */
const keepsSomething = ({ options }: Sale) =>
  options?.store_in_vault ||
  options?.store_in_vault_on_success ||
  options?.store_shipping_address_in_vault ||
  options?.add_billing_address_to_payment_method

/**
 * The customer who pays: the one that the request names must be the one that the payment method belongs to.
 */
export async function payingCustomer(
  gateway: Gateway,
  sale: Sale,
  instrument: Instrument,
): Promise<Customer | undefined> {
  const named = customerIdOf(sale)
  if (named && instrument.customerId && named !== instrument.customerId) refuse('91516', 'transaction')
  const id = named ?? instrument.customerId
  if (!id) return undefined
  return (await customerById(gateway, id)) ?? refuse('91510', 'transaction')
}

/**
 * How the card was authenticated: by the authentication that the request names, else by what the nonce
 * carries.
 */
export async function authenticationOf(
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
  const card = cardOf(means)
  if (card?.last4 !== row.last4 || card.brand !== row.brand) refuse('915197', 'transaction')
  return threeDSecureOf(row)
}

async function readPaying(gateway: Gateway, sale: Sale): Promise<Paying> {
  const [nonce, token, customerId] = [nonceOf(sale), tokenOf(sale), customerIdOf(sale)]
  if (nonce !== undefined && token !== undefined) return await readTokenWithCvv(gateway, sale, token, nonce)
  if (nonce !== undefined) return { instrument: await readNonce(gateway, nonce), by: 'nonce' }
  if (token !== undefined) {
    const method = (await methodByToken(gateway, token)) ?? refuse('91518', 'transaction')
    return { instrument: vaultedInstrument(method, sale), by: 'token' }
  }
  const read = readGivenCard(gateway, sale)
  if (read && 'card' in read) {
    const means: Means = { kind: 'credit_card', card: read.card }
    const cvvCode = checkCvv(sale.credit_card?.cvv)
    return { instrument: { means, cvvCode, customerId: null, token: null }, by: 'card' }
  }
  if (read) throw new Refused(read)
  if (customerId === undefined) return refuse('91508', 'transaction')
  if (!(await customerById(gateway, customerId))) return refuse('91510', 'transaction')
  const method = (await defaultMethodOf(gateway, customerId)) ?? refuse('91511', 'transaction')
  return { instrument: vaultedInstrument(method, sale), by: 'customer' }
}

/** A nonce beside a token can only be that of the CVV; any other is one way to pay too many. */
const isCvvBesideToken = (sale: Sale) => nonceOf(sale) !== undefined && tokenOf(sale) !== undefined

async function readTokenWithCvv(gateway: Gateway, sale: Sale, token: string, nonce: string): Promise<Paying> {
  const method = (await methodByToken(gateway, token)) ?? refuse('91518', 'transaction')
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

/**
 * The card that came with the request, or what is wrong with it; with a customer, only one that has a
 * number.
 */
function readGivenCard(gateway: Gateway, sale: Sale) {
  const { credit_card: card } = sale
  if (!card || nonceOf(sale) !== undefined || tokenOf(sale) !== undefined) return undefined
  if (card.number === undefined && isCustomerNamed(sale)) return undefined
  return readCard(card, gateway.secrets.hashKey, 'transaction', 'credit_card')
}

function isCustomerNamed(sale: Sale): boolean {
  return customerIdOf(sale) !== undefined
}

function customerIdOf(sale: Sale): string | undefined {
  return sale.customer_id ?? sale.shared_customer_id
}

function nonceOf(sale: Sale): string | undefined {
  return sale.payment_method_nonce ?? sale.shared_payment_method_nonce
}

function tokenOf(sale: Sale): string | undefined {
  return sale.payment_method_token ?? sale.shared_payment_method_token
}
