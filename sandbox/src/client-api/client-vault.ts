import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { nonceAnswer } from '../vault/nonce-answer.ts'
import { addNonces, findTokenByNonce } from '../vault/nonces.ts'
import { listMethods, type PaymentMethod, removeMethod } from '../vault/payment-methods.ts'

/** Braintree's GET payment_methods: each method with a fresh nonce. */
export async function listVault(gateway: Gateway, customerId: string, defaultFirst: boolean) {
  const methods = await listMethods(gateway, customerId, defaultFirst)
  const nonces = await addNonces(
    gateway,
    methods.map(({ means, billing, token }) => ({ means, billing, token, customerId, cvvCode: 'I' })),
  )
  return methods.map((method, place) => vaultedMethod(method, nonces[place] ?? ''))
}

/** False when there is none. */
export function deleteFromVault(gateway: Gateway, customerId: string, nonce: string): Promise<boolean> {
  return inTransaction(gateway, async (within) => {
    const token = await findTokenByNonce(within, nonce, customerId)
    if (token === undefined) return false
    await removeMethod(within, token)
    return true
  })
}

function vaultedMethod({ means, isDefault }: PaymentMethod, nonce: string) {
  const { consumed: _, threeDSecureInfo: __, ...shown } = nonceAnswer(nonce, { means }, false)
  return { ...shown, default: isDefault, hasSubscription: false, isLocked: false, securityQuestions: [] }
}
