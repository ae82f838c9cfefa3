import type { Card, TokenizationRequest } from './card.ts'
import { type Client, type GatewayResponse, post } from './client.ts'

/** Braintree's client API: POST payment_methods/credit_cards. Retried once if the request did not arrive. */
export async function overRest(
  client: Client,
  card: Card,
  { vault = false, authenticationInsight }: TokenizationRequest,
): Promise<GatewayResponse> {
  const fingerprint = client.authorizationFingerprint
  const question = [
    `${client.gatewayConfiguration.clientApiUrl}/v1/payment_methods/credit_cards`,
    {},
    {
      creditCard: { ...card, options: { validate: vault } },
      ...(authenticationInsight && {
        authenticationInsight: true,
        merchantAccountId: authenticationInsight.merchantAccountId,
      }),
      _meta: { ...client.analyticsMetadata, source: 'hosted-fields' },
      braintreeLibraryVersion: 'braintree/web/3.99.0',
      ...(fingerprint
        ? { authorizationFingerprint: fingerprint }
        : { tokenizationKey: client.authorization }),
    },
  ] as const
  const first = await post(...question)
  const { status, body } = first.isUnreached ? await post(...question) : first
  if (status >= 300) return { status, body }
  const { creditCards } = body as { creditCards: CreditCardPayload[] }
  const [made] = creditCards
  if (!made) return { status: 500, body }
  const { nonce, type, description, details, binData, authenticationInsight: insight } = made
  return { status, body: { nonce, type, description, details, binData, authenticationInsight: insight } }
}
type CreditCardPayload = {
  nonce: string
  type: string
  description: string
  details: unknown
  binData: unknown
  authenticationInsight?: unknown
}
