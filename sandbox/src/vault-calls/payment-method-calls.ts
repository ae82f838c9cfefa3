import { z } from 'zod'
import type { MeansKind } from '../instruments/means.ts'
import { found, NotFound } from '../platform/errors.ts'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { understandWhole } from '../platform/whole-requests.ts'
import type { XmlValue } from '../platform/xml.ts'
import { lockCustomer } from '../vault/customers.ts'
import { methodAnswers } from '../vault/method-answer.ts'
import { changeMethod } from '../vault/method-change.ts'
import { takeVaultedNonce } from '../vault/nonces.ts'
import { methodByToken, type PaymentMethod, removeMethod } from '../vault/payment-methods.ts'
import { PaymentMethodRequest, vaultMethod } from '../vault/vaulting.ts'
import { keepingVerification } from '../vault/verifications.ts'

/** A payment method as it goes out: its kind names the root element. */
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
/** A method stays with its customer. */
const MethodChange = PaymentMethodRequest.omit({ customer_id: true })
const ofAccount = { token: true, options: true, payment_method_nonce: true } as const
const Change = z.union([
  z.object({ payment_method: MethodChange }),
  z.object({ credit_card: MethodChange }),
  z.object({ paypal_account: PaymentMethodRequest.pick(ofAccount) }),
])

/** Vaults a nonce or a card (Braintree's PaymentMethod: Create, CreditCard: Create). */
export async function createPaymentMethod(gateway: Gateway, request: unknown): Promise<Shown> {
  const body = understandWhole(Creation, request)
  const [method, at] =
    'payment_method' in body ? [body.payment_method, ['payment_method']] : [body.credit_card, ['credit_card']]
  const token = await keepingVerification(gateway, () =>
    inTransaction(gateway, (within) => vaultMethod(within, method, at)),
  )
  return findPaymentMethod(gateway, token)
}

/** Shows a vaulted method; of another kind than `kind`, there is none (Braintree's PaymentMethod: Find). */
export async function findPaymentMethod(gateway: Gateway, token: string, kind?: MeansKind): Promise<Shown> {
  return showMethod(gateway, ofKind(await methodByToken(gateway, token), token, kind))
}

/** Changes what the request names, and nothing else (Braintree's PaymentMethod: Update). */
export async function updatePaymentMethod(
  gateway: Gateway,
  token: string,
  request: unknown,
  kind?: MeansKind,
): Promise<Shown> {
  const [change = {}] = Object.values(understandWhole(Change, request))
  const newToken = await keepingVerification(gateway, () =>
    inTransaction(gateway, async (within) => {
      const known = ofKind(await methodByToken(within, token), token, kind)
      await lockCustomer(within, known.customerId)
      const row = ofKind(await methodByToken(within, token), token, kind)
      return changeMethod(within, row, change, ['credit_card'])
    }),
  )
  return findPaymentMethod(gateway, newToken)
}

/** Deletes a vaulted method and the nonces that stand for it (Braintree's PaymentMethod: Delete). */
export function deletePaymentMethod(gateway: Gateway, token: string, kind?: MeansKind): Promise<void> {
  return inTransaction(gateway, async (within) => {
    ofKind(await methodByToken(within, token), token, kind)
    await removeMethod(within, token)
  })
}

/** Uses up the nonce of a customer's vaulted card, and shows the card (Braintree's CreditCard: From Nonce). */
export async function findCardByNonce(gateway: Gateway, nonce: string): Promise<Shown> {
  const token = found(await takeVaultedNonce(gateway, nonce), `vaulted payment method of nonce ${nonce}`)
  return findPaymentMethod(gateway, token, 'credit_card')
}

async function showMethod(gateway: Gateway, row: PaymentMethod): Promise<Shown> {
  const [value] = await methodAnswers(gateway, [row])
  return { root: roots[row.means.kind], value }
}

function ofKind(row: PaymentMethod | undefined, token: string, kind?: MeansKind): PaymentMethod {
  const known = found(row, `payment method ${token}`)
  if (kind && known.means.kind !== kind) throw new NotFound(`The payment method ${token} is no ${kind}.`)
  return known
}
