import { and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { BillingAddressRequest, readAddress } from '../payment-instruments/addresses.ts'
import { type Card, CardRequest, readCard, readCardChange } from '../payment-instruments/cards.ts'
import { fraudData, RiskData } from '../payment-instruments/fraud-data.ts'
import type { Instrument } from '../payment-instruments/instrument.ts'
import type { Means } from '../payment-instruments/means.ts'
import { type Problem, type ProblemCode, Refused, refuse } from '../platform/errors.ts'
import { type Gateway, newId } from '../platform/gateway.ts'
import { flag, optionalText } from '../platform/http/requests.ts'
import { checkCvv } from '../processor/outcome.ts'
import { checkBilling, storeBilling } from './billing.ts'
import { lockCustomer } from './customers.ts'
import { takeNonce } from './nonces.ts'
import { findDefaultMethod, findMethod, setDefault, setNoDefault } from './payment-methods.ts'
import { paymentMethods } from './vault.tables.ts'
import { readVaultCheck } from './verification-options.ts'
import { verifyCard } from './verifications.ts'

const VaultOptions = z.object({
  verify_card: flag,
  make_default: flag,
  fail_on_duplicate_payment_method: flag,
  fail_on_duplicate_payment_method_for_customer: flag,
  skip_advanced_fraud_checking: flag,
  verification_amount: optionalText,
  verification_merchant_account_id: optionalText,
})
export type VaultOptions = Partial<z.infer<typeof VaultOptions>>

/** A nonce, or plain card data. */
export const PaymentMethodRequest = CardRequest.extend({
  ...fraudData,
  risk_data: RiskData.nullish(),
  customer_id: optionalText,
  payment_method_nonce: optionalText,
  token: optionalText,
  billing_address: BillingAddressRequest.nullish(),
  billing_address_id: optionalText,
  options: VaultOptions.nullish(),
})
export type PaymentMethodRequest = z.infer<typeof PaymentMethodRequest>

type VaultEntry = {
  customer_id: string
  token?: string
  billing_address_id?: string
  options?: VaultOptions | null
}

/** Runs inside a transaction; gives the token. Problems are at `at`. */
export async function vaultMethod(
  gateway: Gateway,
  request: PaymentMethodRequest,
  at: string[],
): Promise<string> {
  const onMethod = at[0] === 'payment_method'
  const customerId = request.customer_id
  if (customerId === undefined) return refuse(onMethod ? '93104' : '91704', ...at)
  if (!(await lockCustomer(gateway, customerId))) return refuse(onMethod ? '93105' : '91705', ...at)
  const instrument = await readInstrument(gateway, request, at)
  if (instrument.customerId && instrument.customerId !== customerId) refuse('91617', at[0] ?? 'customer')
  if (instrument.token) {
    if (request.options?.make_default) await chooseDefault(gateway, instrument.token, customerId)
    return instrument.token
  }
  const cardAt = onMethod ? ['credit_card'] : at
  if (request.billing_address && request.billing_address_id !== undefined) refuse('91701', ...cardAt)
  const { options: _, ...address } = request.billing_address ?? {}
  const billing = request.billing_address ? address : instrument.billing
  return saveMethod(
    gateway,
    { ...withCard(gateway, instrument, request, cardAt), billing },
    { ...request, customer_id: customerId },
    cardAt,
  )
}

/** Applies duplicate check, verification and the single default; gives the token. */
export async function saveMethod(
  gateway: Gateway,
  instrument: Instrument,
  entry: VaultEntry,
  at: string[],
): Promise<string> {
  const { customer_id: customerId } = entry
  const { means } = instrument
  const options = entry.options ?? {}
  if (!(await lockCustomer(gateway, customerId))) refuse('91705', ...at)
  if (means.kind === 'paypal_account' && !means.billingAgreementId) refuse('82902', 'paypal_account')
  const check = readVaultCheck(options, at)
  await refuseDuplicate(gateway, numberHashFor(means), { customerId, options }, at)
  const token = await newToken(gateway, entry.token, means, at)
  const requested = { billing: checkBilling(instrument.billing, at), id: entry.billing_address_id }
  const { billing, billingId } = await storeBilling(gateway, customerId, requested, at)
  if (options.verify_card)
    await verifyCard(gateway, { ...instrument, billing }, { token, customerId, ...check })
  const isFirst = (await findDefaultMethod(gateway, customerId)) === undefined
  if (options.make_default) await setNoDefault(gateway, customerId)
  await gateway.db.insert(paymentMethods).values({
    merchantId: gateway.merchant.id,
    token,
    customerId,
    isDefault: isFirst || options.make_default === true,
    means,
    numberHash: numberHashFor(means),
    billingId,
  })
  return token
}

/** Only cards are checked for duplicates, not wallets and accounts. */
export function numberHashFor(means: Means): string | null {
  return means.kind === 'credit_card' ? means.card.numberHash : null
}

/** In the whole vault, or among the customer's methods. */
export async function refuseDuplicate(
  gateway: Gateway,
  numberHash: string | null,
  { customerId, options, token }: { customerId: string; options: VaultOptions; token?: string },
  at: string[],
) {
  const anywhere = options.fail_on_duplicate_payment_method
  if (numberHash === null || (!anywhere && !options.fail_on_duplicate_payment_method_for_customer)) return
  await gateway.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${numberHash}, 0))`)
  const same = and(
    eq(paymentMethods.merchantId, gateway.merchant.id),
    eq(paymentMethods.numberHash, numberHash),
    anywhere ? undefined : eq(paymentMethods.customerId, customerId),
    token === undefined ? undefined : ne(paymentMethods.token, token),
  )
  const [known] = await gateway.db
    .select({ token: paymentMethods.token })
    .from(paymentMethods)
    .where(same)
    .limit(1)
  if (known) refuse(anywhere ? '81724' : '81763', ...at)
}

/** The requested token, if free and well formed; otherwise a new one. */
export async function newToken(
  gateway: Gateway,
  token: string | undefined,
  means: Means,
  at: string[],
): Promise<string> {
  if (token === undefined) return newId()
  if (!/^[\w-]+$/.test(token)) refuse('91718', ...at)
  if (token.length > 36) refuse('91720', ...at)
  if (['all', 'new'].includes(token)) refuse('91721', ...at)
  if (!(await findMethod(gateway, token))) return token
  return means.kind === 'paypal_account' ? refuse('92906', 'paypal_account') : refuse('91719', ...at)
}

async function chooseDefault(gateway: Gateway, token: string, customerId: string) {
  await lockCustomer(gateway, customerId)
  await setDefault(gateway, { token, customerId })
}

/** Card data of the request take precedence over those of the nonce. */
function withCard(
  gateway: Gateway,
  instrument: Instrument,
  request: PaymentMethodRequest,
  at: string[],
): Instrument {
  const { means, cvvCode } = instrument
  if (request.payment_method_nonce === undefined || means.kind !== 'credit_card') return instrument
  return {
    ...instrument,
    means: { ...means, card: changedCard(gateway, means.card, request, at) },
    cvvCode: request.cvv === undefined ? cvvCode : checkCvv(request.cvv),
  }
}

/** Throws Refused with every problem. */
export function changedCard(gateway: Gateway, card: Card, request: CardRequest, at: string[]): Card {
  const read = readCardChange(card, request, gateway.secrets.hashKey, ...at)
  if (!('card' in read)) throw new Refused(read)
  return read.card
}

async function readInstrument(
  gateway: Gateway,
  request: PaymentMethodRequest,
  at: string[],
): Promise<Instrument> {
  if (request.payment_method_nonce !== undefined) return useNonce(gateway, request.payment_method_nonce, at)
  if (at[0] === 'payment_method') return refuse('93103', ...at)
  const read = readCard(request, gateway.secrets.hashKey, ...at)
  if (!('card' in read)) throw new Refused(openCardProblems(gateway, request, at))
  const means: Means = { kind: 'credit_card', card: read.card }
  return { means, cvvCode: checkCvv(request.cvv), customerId: null, token: null }
}

export function openCardProblems(gateway: Gateway, request: PaymentMethodRequest, at: string[]): Problem[] {
  const card = readCard(request, gateway.secrets.hashKey, ...at)
  const address = readAddress(request.billing_address ?? {}, ...at, 'billing_address')
  return [...('card' in card ? [] : card), ...('address' in address ? [] : address)]
}

export async function useNonce(gateway: Gateway, nonce: string, at: string[]): Promise<Instrument> {
  const taken = await takeNonce(gateway, nonce)
  if (typeof taken === 'object') return taken
  const onMethod = at[0] === 'payment_method'
  if (taken === 'luhn_invalid') return refuse('81715', ...(onMethod ? ['credit_card'] : at))
  const codes: [ProblemCode, ProblemCode] = onMethod ? ['93107', '93108'] : ['91731', '91732']
  return refuse(codes[taken === 'consumed' ? 0 : 1], ...at)
}
