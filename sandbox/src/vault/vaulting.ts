import { and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { BillingAddressRequest, readAddress } from '../instruments/addresses.ts'
import { type Card, CardRequest, readCard, readCardChange } from '../instruments/cards.ts'
import { fraudData, RiskData } from '../instruments/fraud-data.ts'
import type { Instrument } from '../instruments/instrument.ts'
import type { Means } from '../instruments/means.ts'
import { type Problem, type ProblemCode, Refused, refuse } from '../platform/errors.ts'
import { type Gateway, newId } from '../platform/gateway.ts'
import { flag, optionalText } from '../platform/requests.ts'
import { checkCvv } from '../processor/outcome.ts'
import { checkBilling, keepBilling } from './billing.ts'
import { lockCustomer } from './customers.ts'
import { takeNonce } from './nonces.ts'
import { defaultMethodOf, methodByToken, setDefault, setNoDefault } from './payment-methods.ts'
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

/** A payment method to vault: a nonce, or a card in the open. */
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

/** What `saveMethod` must know beside the instrument. */
type VaultEntry = {
  customer_id: string
  token?: string
  billing_address_id?: string
  options?: VaultOptions | null
}

/** Vaults a nonce or a card for a customer; gives the token. Runs inside a transaction; problems stand at `at`. */
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

/** Saves an instrument under the vault's rules: duplicates, verification, one default; gives the token. */
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
  await refuseDuplicate(gateway, numberHashOf(means), { customerId, options }, at)
  const token = await newToken(gateway, entry.token, means, at)
  const given = { billing: checkBilling(instrument.billing, at), id: entry.billing_address_id }
  const { billing, billingId } = await keepBilling(gateway, customerId, given, at)
  if (options.verify_card)
    await verifyCard(gateway, { ...instrument, billing }, { token, customerId, ...check })
  const isFirst = (await defaultMethodOf(gateway, customerId)) === undefined
  if (options.make_default) await setNoDefault(gateway, customerId)
  await gateway.db.insert(paymentMethods).values({
    merchantId: gateway.merchant.id,
    token,
    customerId,
    isDefault: isFirst || options.make_default === true,
    means,
    numberHash: numberHashOf(means),
    billingId,
  })
  return token
}

/** By which duplicates are known: only cards are compared, not wallets and accounts. */
export function numberHashOf(means: Means): string | null {
  return means.kind === 'credit_card' ? means.card.numberHash : null
}

/** Refuses a number that the vault, or the customer's part of it, has under another token. */
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

/** The token that is asked for, when it is free and well formed; else a new one. */
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
  if (!(await methodByToken(gateway, token))) return token
  return means.kind === 'paypal_account' ? refuse('92906', 'paypal_account') : refuse('91719', ...at)
}

async function chooseDefault(gateway: Gateway, token: string, customerId: string) {
  await lockCustomer(gateway, customerId)
  await setDefault(gateway, { token, customerId })
}

/** What a request tells of a card beside its nonce goes before what the nonce holds. */
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

/** A card with what a request changes of it; throws Refused with all that is wrong. */
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

/** What is wrong with a card in the open and its billing address. */
export function openCardProblems(gateway: Gateway, request: PaymentMethodRequest, at: string[]): Problem[] {
  const card = readCard(request, gateway.secrets.hashKey, ...at)
  const address = readAddress(request.billing_address ?? {}, ...at, 'billing_address')
  return [...('card' in card ? [] : card), ...('address' in address ? [] : address)]
}

/** Uses a nonce up; refuses one that is consumed or unknown. */
export async function useNonce(gateway: Gateway, nonce: string, at: string[]): Promise<Instrument> {
  const taken = await takeNonce(gateway, nonce)
  if (typeof taken === 'object') return taken
  const onMethod = at[0] === 'payment_method'
  if (taken === 'luhn_invalid') return refuse('81715', ...(onMethod ? ['credit_card'] : at))
  const codes: [ProblemCode, ProblemCode] = onMethod ? ['93107', '93108'] : ['91731', '91732']
  return refuse(codes[taken === 'consumed' ? 0 : 1], ...at)
}
