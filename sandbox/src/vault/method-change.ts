import { and, eq, sql } from 'drizzle-orm'
import type { Means } from '../payment-instruments/means.ts'
import { refuse } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { checkCvv } from '../processor/outcome.ts'
import { changedBilling } from './billing.ts'
import { isMethod, type PaymentMethod, setDefault } from './payment-methods.ts'
import { paymentMethods, verifications } from './vault.tables.ts'
import {
  changedCard,
  newToken,
  numberHashFor,
  type PaymentMethodRequest,
  refuseDuplicate,
  useNonce,
  type VaultOptions,
} from './vaulting.ts'
import { readVaultCheck } from './verification-options.ts'
import { verifyCard } from './verifications.ts'

/** The customer must be locked; gives the token, which may be new. */
export async function changeMethod(
  gateway: Gateway,
  row: PaymentMethod,
  request: PaymentMethodRequest,
  at: string[],
): Promise<string> {
  const { customerId } = row
  const options: VaultOptions = request.options ?? {}
  const check = readVaultCheck(options, at)
  const isRenamed = request.token !== undefined && request.token !== row.token
  const token = isRenamed ? await newToken(gateway, request.token, row.means, at) : row.token
  const means = await changedMeans(gateway, row.means, request, at)
  const numberHash = numberHashFor(means)
  await refuseDuplicate(gateway, numberHash, { customerId, options, token: row.token }, at)
  const { billing, billingId } = await changedBilling(gateway, row, request, at)
  await gateway.db
    .update(paymentMethods)
    .set({ token, means, numberHash, billingId, updatedAt: sql`now()` })
    .where(isMethod(gateway, row.token))
  if (isRenamed) await renameVerifications(gateway, row.token, token)
  if (options.verify_card) {
    const instrument = { means, billing, cvvCode: checkCvv(request.cvv), customerId, token }
    await verifyCard(gateway, instrument, { token, customerId, ...check })
  }
  if (options.make_default) await setDefault(gateway, { token, customerId })
  return token
}

async function changedMeans(
  gateway: Gateway,
  means: Means,
  request: PaymentMethodRequest,
  at: string[],
): Promise<Means> {
  if (request.payment_method_nonce !== undefined) {
    if (means.kind === 'paypal_account') refuse('92914', 'paypal_account')
    if (means.kind === 'apple_pay_card') refuse('93507', 'apple_pay_card')
    const instrument = await useNonce(gateway, request.payment_method_nonce, at)
    if (means.kind !== 'credit_card' || instrument.means.kind !== 'credit_card' || instrument.token)
      refuse('91735', ...at)
    return { ...instrument.means, card: changedCard(gateway, instrument.means.card, request, at) }
  }
  if (means.kind !== 'credit_card') return means
  return { ...means, card: changedCard(gateway, means.card, request, at) }
}

async function renameVerifications(gateway: Gateway, from: string, to: string) {
  const isForMethod = and(eq(verifications.merchantId, gateway.merchant.id), eq(verifications.token, from))
  await gateway.db.update(verifications).set({ token: to }).where(isForMethod)
}
