import type { Gateway } from './braintree.server.ts'

/**
 * Whether there is a bank that can be asked who pays: of cards that were typed or saved, and of those of Google Pay
 * that come with their number. Wallets and accounts have asked the payer themselves.
 */
export async function hasBankToAsk(gateway: Gateway, nonce: string): Promise<boolean> {
  const { type, details } = await gateway.call((sdk) => sdk.paymentMethodNonce.find(nonce))
  // The SDK's published types leave both out.
  const kind: string | undefined = type
  const { isNetworkTokenized } = (details ?? {}) as { isNetworkTokenized?: boolean }
  return kind === 'CreditCard' || (kind === 'AndroidPayCard' && isNetworkTokenized === false)
}
