import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { found, type ProblemCode, Refused, refuse } from '../platform/errors.ts'
import { type Gateway, newId } from '../platform/gateway.ts'
import { flag, optionalText } from '../platform/requests.ts'
import { customers, paymentMethods } from '../tables.ts'
import { checkCvv } from '../transactions/outcome.ts'
import { CardRequest, readCard } from './cards.ts'
import { isCustomer } from './customers.ts'
import type { Means } from './means.ts'
import { type Instrument, takeNonce } from './nonces.ts'
import { verifyCard } from './verifications.ts'

export type PaymentMethod = typeof paymentMethods.$inferSelect

const VaultOptions = z.object({
  verify_card: flag,
  make_default: flag,
  fail_on_duplicate_payment_method: flag,
  fail_on_duplicate_payment_method_for_customer: flag,
})
export type VaultOptions = Partial<z.infer<typeof VaultOptions>>

/** A payment method to vault: a nonce, or a card in the open. */
export const PaymentMethodRequest = CardRequest.extend({
  customer_id: optionalText,
  payment_method_nonce: optionalText,
  token: optionalText,
  options: VaultOptions.nullish(),
})
export type PaymentMethodRequest = z.infer<typeof PaymentMethodRequest>

/** Vaults a nonce or a card for a customer; gives the token. Runs inside a transaction; problems stand at `at`. */
export async function vaultMethod(
  gateway: Gateway,
  request: PaymentMethodRequest,
  at: string[],
): Promise<string> {
  const customerId = request.customer_id
  if (customerId === undefined) return refuse(at[0] === 'payment_method' ? '93104' : '91704', ...at)
  const instrument = await readInstrument(gateway, request, at)
  if (instrument.customerId && instrument.customerId !== customerId) refuse('91617', ...at)
  if (instrument.token) return instrument.token
  const billing = request.billing_address ?? instrument.billing
  return saveMethod(
    gateway,
    { ...instrument, means: named(instrument.means, request.cardholder_name), billing },
    { ...request, customer_id: customerId },
    at,
  )
}

/** Saves an instrument under the vault's rules: duplicates, verification, one default. */
export async function saveMethod(
  gateway: Gateway,
  instrument: Instrument,
  wanted: { customer_id: string; token?: string; options?: VaultOptions | null },
  at: string[],
): Promise<string> {
  const { customer_id: customerId, options } = wanted
  const { means, billing } = instrument
  if (!(await lockCustomer(gateway, customerId)))
    refuse(at[0] === 'payment_method' ? '93105' : '91705', ...at)
  await refuseDuplicate(gateway, numberHashOf(means), customerId, options ?? {}, at)
  const token = await newToken(gateway, wanted.token, at)
  if (options?.verify_card) await verifyCard(gateway, instrument, token)
  const isFirst = (await defaultMethodOf(gateway, customerId)) === undefined
  if (options?.make_default) await setNoDefault(gateway, customerId)
  await gateway.db.insert(paymentMethods).values({
    merchantId: gateway.merchant.id,
    token,
    customerId,
    isDefault: isFirst || options?.make_default === true,
    means,
    numberHash: numberHashOf(means),
    billing,
  })
  return token
}

export async function methodByToken(gateway: Gateway, token: string): Promise<PaymentMethod | undefined> {
  const [row] = await gateway.db.select().from(paymentMethods).where(isMethod(gateway, token))
  return row
}

export async function defaultMethodOf(
  gateway: Gateway,
  customerId: string,
): Promise<PaymentMethod | undefined> {
  const isDefault = and(ofCustomer(gateway, customerId), eq(paymentMethods.isDefault, true))
  const [row] = await gateway.db.select().from(paymentMethods).where(isDefault)
  return row
}

/** A customer's methods, oldest first; with `defaultFirst`, the default before all. */
export function methodsOf(
  gateway: Gateway,
  customerId: string,
  defaultFirst = false,
): Promise<PaymentMethod[]> {
  return gateway.db
    .select()
    .from(paymentMethods)
    .where(ofCustomer(gateway, customerId))
    .orderBy(...(defaultFirst ? [desc(paymentMethods.isDefault)] : []), asc(paymentMethods.number))
}

/** Removes a method for good; the customer's oldest other one becomes the default in its place. */
export async function removeMethod(gateway: Gateway, token: string): Promise<void> {
  const known = found(await methodByToken(gateway, token), `payment method ${token}`)
  await lockCustomer(gateway, known.customerId)
  const [gone] = await gateway.db.delete(paymentMethods).where(isMethod(gateway, token)).returning()
  if (!gone?.isDefault) return
  const [oldest] = await methodsOf(gateway, gone.customerId)
  if (!oldest) return
  await gateway.db.update(paymentMethods).set({ isDefault: true }).where(isMethod(gateway, oldest.token))
}

/** A customer's methods are changed by one call at a time, so that always exactly one is the default. */
export async function lockCustomer(gateway: Gateway, customerId: string): Promise<boolean> {
  const rows = gateway.db.select({ id: customers.id }).from(customers).where(isCustomer(gateway, customerId))
  return (await rows.for('update')).length > 0
}

function named(means: Means, cardholderName: string | undefined): Means {
  if (means.kind !== 'credit_card' || cardholderName === undefined) return means
  return { ...means, card: { ...means.card, cardholderName } }
}

/** By which duplicates are known: only cards are compared, not wallets and accounts. */
export function numberHashOf(means: Means): string | null {
  return means.kind === 'credit_card' ? means.card.numberHash : null
}

async function readInstrument(
  gateway: Gateway,
  request: PaymentMethodRequest,
  at: string[],
): Promise<Instrument> {
  const onMethod = at[0] === 'payment_method'
  if (request.payment_method_nonce === undefined) {
    if (onMethod) return refuse('93103', ...at)
    const read = readCard(request, gateway.secrets.hashKey, ...at)
    if (!('card' in read)) throw new Refused(read)
    const means: Means = { kind: 'credit_card', card: read.card }
    return { means, cvvCode: checkCvv(request.cvv), customerId: null, token: null }
  }
  const taken = await takeNonce(gateway, request.payment_method_nonce)
  if (typeof taken === 'object') return taken
  if (taken === 'luhn_invalid') return refuse('81715', 'credit_card')
  const codes: [ProblemCode, ProblemCode] = onMethod ? ['93107', '93108'] : ['91731', '91732']
  return refuse(codes[taken === 'consumed' ? 0 : 1], ...at)
}

async function refuseDuplicate(
  gateway: Gateway,
  numberHash: string | null,
  customerId: string,
  options: VaultOptions,
  at: string[],
) {
  const anywhere = options.fail_on_duplicate_payment_method
  if (numberHash === null || (!anywhere && !options.fail_on_duplicate_payment_method_for_customer)) return
  await gateway.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${numberHash}, 0))`)
  const same = and(
    eq(paymentMethods.merchantId, gateway.merchant.id),
    eq(paymentMethods.numberHash, numberHash),
    anywhere ? undefined : eq(paymentMethods.customerId, customerId),
  )
  const [known] = await gateway.db
    .select({ token: paymentMethods.token })
    .from(paymentMethods)
    .where(same)
    .limit(1)
  if (known) refuse(anywhere ? '81724' : '81763', ...at)
}

async function newToken(gateway: Gateway, wanted: string | undefined, at: string[]): Promise<string> {
  if (wanted === undefined) return newId()
  if (!/^[\w-]{1,36}$/.test(wanted)) refuse('91718', ...at)
  if (await methodByToken(gateway, wanted)) refuse('91719', ...at)
  return wanted
}

export async function setNoDefault(gateway: Gateway, customerId: string): Promise<void> {
  await gateway.db
    .update(paymentMethods)
    .set({ isDefault: false })
    .where(and(ofCustomer(gateway, customerId), eq(paymentMethods.isDefault, true)))
}

export function isMethod(gateway: Gateway, token: string) {
  return and(eq(paymentMethods.merchantId, gateway.merchant.id), eq(paymentMethods.token, token))
}

function ofCustomer(gateway: Gateway, customerId: string) {
  return and(eq(paymentMethods.merchantId, gateway.merchant.id), eq(paymentMethods.customerId, customerId))
}
