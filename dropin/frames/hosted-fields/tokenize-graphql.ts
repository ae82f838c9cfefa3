import { cardAnswer, cardQuestion } from '#agreed/card-by-graphql.ts'
import type { Card, TokenizationRequest } from './card.ts'
import { type Answer, type Client, post } from './client.ts'

/** Braintree's GraphQL TokenizeCreditCard. */
export async function overGraphQL(
  client: Client,
  card: Card,
  { vault = false, authenticationInsight }: TokenizationRequest,
): Promise<Answer> {
  const { status, body } = await post(
    client.gatewayConfiguration.graphQL?.url ?? '',
    {
      Authorization: `Bearer ${client.authorizationFingerprint ?? client.authorization}`,
      'Braintree-Version': '2018-05-10',
    },
    cardQuestion({
      card,
      validate: vault,
      merchantAccountId: authenticationInsight?.merchantAccountId,
      meta: client.analyticsMetadata,
    }),
  )
  return status === 200 ? cardAnswer(body) : { status, body }
}
