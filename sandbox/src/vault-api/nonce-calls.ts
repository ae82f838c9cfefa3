import { z } from 'zod'
import { cardFor } from '../payment-instruments/means.ts'
import { found } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { flag, optionalAmount, optionalText } from '../platform/http/requests.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import type { XmlValue } from '../platform/http/xml.ts'
import { parseAmount } from '../platform/money.ts'
import { findMerchantAccount } from '../processor/merchant-accounts.ts'
import { authenticationInsight } from '../vault/authentication-insight.ts'
import { fixtureInstrument, fixtureNonces } from '../vault/fixture-nonces.ts'
import { nonceAnswer } from '../vault/nonce-answer.ts'
import { addNonce, nonceById } from '../vault/nonces.ts'
import { findMethod } from '../vault/payment-methods.ts'

const Body = z.object({
  payment_method_nonce: z
    .object({
      merchant_account_id: optionalText,
      authentication_insight: flag,
      authentication_insight_options: z
        .object({
          amount: optionalAmount,
          recurring_customer_consent: flag,
          recurring_max_amount: optionalAmount,
        })
        .nullish(),
    })
    .nullish(),
})

/** Braintree's PaymentMethodNonce: Create. */
export async function createVaultedNonce(
  gateway: Gateway,
  token: string,
  request: unknown,
): Promise<XmlValue> {
  const nonceRequest = parseStrictly(Body, request).payment_method_nonce
  const method = found(await findMethod(gateway, token), `payment method ${token}`)
  const { means, billing, customerId } = method
  const accountId = nonceRequest?.merchant_account_id
  const account = found(findMerchantAccount(accountId), `merchant account ${accountId}`)
  const nonce = await addNonce(gateway, { means, billing, customerId, token, cvvCode: 'I' })
  const answer = { ...nonceAnswer(nonce, { means }, false), default: method.isDefault }
  if (!nonceRequest?.authentication_insight) return answer
  const options = nonceRequest.authentication_insight_options
  return {
    ...answer,
    authenticationInsight: authenticationInsight(cardFor(means), account, {
      amountCents: readCents(options?.amount),
      recurs: options?.recurring_customer_consent ?? false,
      mostCents: readCents(options?.recurring_max_amount),
    }),
  }
}

/** Braintree's PaymentMethodNonce: Find, used or not. */
export async function findNonce(gateway: Gateway, id: string): Promise<XmlValue> {
  const fixture = fixtureNonces[id]
  if (typeof fixture === 'object') return nonceAnswer(id, fixtureInstrument(gateway, fixture), false)
  const row = found(await nonceById(gateway, id), `payment method nonce ${id}`)
  const method = row.token === null ? undefined : await findMethod(gateway, row.token)
  return { ...nonceAnswer(id, row, row.consumedAt !== null), default: method?.isDefault ?? false }
}

function readCents(amount: string | undefined): number | undefined {
  return amount === undefined ? undefined : parseAmount(amount)
}
