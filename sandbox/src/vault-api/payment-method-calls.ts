import { z } from 'zod'
import type { MeansKind } from '../payment-instruments/means.ts'
import { found, NotFound } from '../platform/errors.ts'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import type { XmlValue } from '../platform/http/xml.ts'
import { lockCustomer } from '../vault/customers.ts'
import { methodAnswers } from '../vault/method-answer.ts'
import { changeMethod } from '../vault/method-change.ts'
import { takeVaultedNonce } from '../vault/nonces.ts'
import { findMethod, type PaymentMethod, removeMethod } from '../vault/payment-methods.ts'
import { PaymentMethodRequest, vaultMethod } from '../vault/vaulting.ts'
import { keepingVerification } from '../vault/verifications.ts'

/** Its kind is the root element. */
export type Shown = { root: string; value: XmlValue }

const roots: Record<MeansKind, string> = {
  credit_card: 'credit-card',
  apple_pay_card: 'apple-pay-card',
  android_pay_card: 'android-pay-card',
  paypal_account: 'paypal-account',
  venmo_account: 'venmo-account',
  unknown: 'unknown-payment-method',
}

const Creation = z.union([
  z.object({ payment_method: PaymentMethodRequest }),
  z.object({ credit_card: PaymentMethodRequest }),
])
/** A method cannot change its customer. */
const MethodChange = PaymentMethodRequest.omit({ customer_id: true })
const accountMembers = { token: true, options: true, payment_method_nonce: true } as const
const Change = z.union([
  z.object({ payment_method: MethodChange }),
  z.object({ credit_card: MethodChange }),
  z.object({ paypal_account: PaymentMethodRequest.pick(accountMembers) }),
])

/** Braintree's PaymentMethod: Create, CreditCard: Create. */
export async function createPaymentMethod(gateway: Gateway, request: unknown): Promise<Shown> {
  const body = parseStrictly(Creation, request)
  const [method, at] =
    'payment_method' in body ? [body.payment_method, ['payment_method']] : [body.credit_card, ['credit_card']]
  const token = await keepingVerification(gateway, () =>
    inTransaction(gateway, (within) => vaultMethod(within, method, at)),
  )
  return findPaymentMethod(gateway, token)
}

/** Braintree's PaymentMethod: Find; `kind` restricts it. */
export async function findPaymentMethod(gateway: Gateway, token: string, kind?: MeansKind): Promise<Shown> {
  return showMethod(gateway, requireKind(await findMethod(gateway, token), token, kind))
}

/** Braintree's PaymentMethod: Update. */
export async function updatePaymentMethod(
  gateway: Gateway,
  token: string,
  request: unknown,
  kind?: MeansKind,
): Promise<Shown> {
  const [change = {}] = Object.values(parseStrictly(Change, request))
  const newToken = await keepingVerification(gateway, () =>
    inTransaction(gateway, async (within) => {
      const known = requireKind(await findMethod(within, token), token, kind)
      await lockCustomer(within, known.customerId)
      const row = requireKind(await findMethod(within, token), token, kind)
      return changeMethod(within, row, change, ['credit_card'])
    }),
  )
  return findPaymentMethod(gateway, newToken)
}

/** Deletes a vaulted method and the nonces that stand for it (Braintree's PaymentMethod: Delete). */
export function deletePaymentMethod(gateway: Gateway, token: string, kind?: MeansKind): Promise<void> {
  return inTransaction(gateway, async (within) => {
    requireKind(await findMethod(within, token), token, kind)
    await removeMethod(within, token)
  })
}

/** Braintree's CreditCard: From Nonce. Consumes the nonce. */
export async function findCardByNonce(gateway: Gateway, nonce: string): Promise<Shown> {
  const token = found(await takeVaultedNonce(gateway, nonce), `vaulted payment method of nonce ${nonce}`)
  return findPaymentMethod(gateway, token, 'credit_card')
}

async function showMethod(gateway: Gateway, row: PaymentMethod): Promise<Shown> {
  const [value] = await methodAnswers(gateway, [row])
  return { root: roots[row.means.kind], value }
}

function requireKind(row: PaymentMethod | undefined, token: string, kind?: MeansKind): PaymentMethod {
  const known = found(row, `payment method ${token}`)
  if (kind && known.means.kind !== kind) throw new NotFound(`The payment method ${token} is no ${kind}.`)
  return known
}
