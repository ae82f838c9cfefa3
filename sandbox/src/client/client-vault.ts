import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { nonceAnswer } from '../vault/nonce-answer.ts'
import { addNonces, tokenOfNonce } from '../vault/nonces.ts'
import { methodsOf, type PaymentMethod, removeMethod } from '../vault/payment-methods.ts'

/** A customer's saved methods as browsers see them, each with a fresh nonce (Braintree's GET payment_methods). */
export async function listVault(gateway: Gateway, customerId: string, defaultFirst: boolean) {
  const methods = await methodsOf(gateway, customerId, defaultFirst)
  const nonces = await addNonces(
    gateway,
    methods.map(({ means, billing, token }) => ({ means, billing, token, customerId, cvvCode: 'I' })),
  )
  return methods.map((method, place) => vaultedMethod(method, nonces[place] ?? ''))
}

/** Deletes the customer's method that a nonce stands for; false when there is none. */
export function deleteFromVault(gateway: Gateway, customerId: string, nonce: string): Promise<boolean> {
  return inTransaction(gateway, async (within) => {
    const token = await tokenOfNonce(within, nonce, customerId)
    if (token === undefined) return false
    await removeMethod(within, token)
    return true
  })
}

function vaultedMethod({ means, isDefault }: PaymentMethod, nonce: string) {
  const { consumed: _, threeDSecureInfo: __, ...shown } = nonceAnswer(nonce, { means }, false)
  return { ...shown, default: isDefault, hasSubscription: false, isLocked: false, securityQuestions: [] }
}
