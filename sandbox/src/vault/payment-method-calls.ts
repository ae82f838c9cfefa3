import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { found, Refused } from '../platform/errors.ts'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { understand } from '../platform/requests.ts'
import type { XmlValue } from '../platform/xml.ts'
import { paymentMethods } from '../tables.ts'
import { type Card, readCard } from './cards.ts'
import type { Means } from './means.ts'
import { methodAnswers } from './method-answer.ts'
import { addNonces, findNonce } from './nonces.ts'
import {
  isMethod,
  lockCustomer,
  methodByToken,
  numberHashOf,
  PaymentMethodRequest,
  removeMethod,
  setNoDefault,
  vaultMethod,
} from './payment-methods.ts'
import { keepingVerification } from './verifications.ts'

const Body = z.union([
  z.object({ payment_method: PaymentMethodRequest }),
  z.object({ credit_card: PaymentMethodRequest }),
])

/** Vaults a nonce or a card (Braintree's PaymentMethod: Create, CreditCard: Create). */
export async function createPaymentMethod(gateway: Gateway, request: unknown): Promise<XmlValue> {
  const { wanted, at } = readRequest(request)
  const token = await keepingVerification(gateway, () =>
    inTransaction(gateway, (within) => vaultMethod(within, wanted, at)),
  )
  return findPaymentMethod(gateway, token)
}

/** Shows a vaulted method (Braintree's PaymentMethod: Find). */
export async function findPaymentMethod(gateway: Gateway, token: string): Promise<XmlValue> {
  const row = found(await methodByToken(gateway, token), `payment method ${token}`)
  const [answer] = await methodAnswers(gateway, [row])
  return answer
}

/** Changes name, expiration date, billing address, or makes it the default (Braintree's PaymentMethod: Update). */
export async function updatePaymentMethod(
  gateway: Gateway,
  token: string,
  request: unknown,
): Promise<XmlValue> {
  const { wanted } = readRequest(request)
  await inTransaction(gateway, async (within) => {
    const { customerId } = found(await methodByToken(within, token), `payment method ${token}`)
    await lockCustomer(within, customerId)
    const row = found(await methodByToken(within, token), `payment method ${token}`)
    const means = changedMeans(within, row.means, wanted)
    if (wanted.options?.make_default) await setNoDefault(within, row.customerId)
    await within.db
      .update(paymentMethods)
      .set({
        means,
        numberHash: numberHashOf(means),
        billing: wanted.billing_address ?? row.billing,
        isDefault: row.isDefault || wanted.options?.make_default === true,
        updatedAt: sql`now()`,
      })
      .where(isMethod(within, token))
  })
  return findPaymentMethod(gateway, token)
}

/** Deletes a vaulted method and the nonces that stand for it (Braintree's PaymentMethod: Delete). */
export function deletePaymentMethod(gateway: Gateway, token: string): Promise<void> {
  return inTransaction(gateway, (within) => removeMethod(within, token))
}

/** Makes a single-use nonce of a vaulted method (Braintree's PaymentMethodNonce: Create). */
export async function createVaultedNonce(gateway: Gateway, token: string): Promise<XmlValue> {
  const { means, billing, customerId } = found(await methodByToken(gateway, token), `payment method ${token}`)
  const [nonce = ''] = await addNonces(gateway, [{ means, billing, customerId, token, cvvCode: 'I' }])
  return findNonce(gateway, nonce)
}

function readRequest(request: unknown): { wanted: PaymentMethodRequest; at: string[] } {
  const body = understand(Body, request)
  if ('payment_method' in body) return { wanted: body.payment_method, at: ['payment_method'] }
  return { wanted: body.credit_card, at: ['credit_card'] }
}

function changedMeans(gateway: Gateway, means: Means, wanted: PaymentMethodRequest): Means {
  if (means.kind !== 'credit_card') return means
  return { ...means, card: changedCard(gateway, means.card, wanted) }
}

/** A new number or date is checked as a whole card; the rest stays as it was. */
function changedCard(gateway: Gateway, card: Card, wanted: PaymentMethodRequest): Card {
  const cardholderName = wanted.cardholder_name ?? card.cardholderName
  const { number, expiration_date, expiration_month, expiration_year } = wanted
  if (number === undefined && (expiration_date ?? expiration_month ?? expiration_year) === undefined) {
    return { ...card, cardholderName }
  }
  const dated = expiration_date !== undefined
  const read = readCard(
    {
      ...wanted,
      number: number ?? '4111111111111111',
      expiration_month: dated ? undefined : (expiration_month ?? card.expirationMonth),
      expiration_year: dated ? undefined : (expiration_year ?? card.expirationYear),
    },
    gateway.secrets.hashKey,
    'credit_card',
  )
  if (!('card' in read)) throw new Refused(read)
  if (number !== undefined) return { ...read.card, cardholderName }
  const { expirationMonth, expirationYear } = read.card
  return { ...card, cardholderName, expirationMonth, expirationYear }
}
