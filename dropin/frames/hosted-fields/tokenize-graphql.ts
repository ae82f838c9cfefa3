import { cardMutation, type GraphQLError, parseCardAnswer } from '#agreed/card-by-graphql.ts'
import type { Card, TokenizationRequest } from './card.ts'
import { type Client, type GatewayResponse, post } from './client.ts'

/** Clients whose GraphQL timed out before: not asked again. */
const timedOut = new WeakSet<Client>()

/** Braintree's GraphQL TokenizeCreditCard. Undefined when unreachable or failing: fall back to REST. */
export async function overGraphQL(
  client: Client,
  card: Card,
  { vault = false, authenticationInsight }: TokenizationRequest,
): Promise<GatewayResponse | undefined> {
  if (timedOut.has(client)) return undefined
  const { status, body, isUnreached, isLate } = await post(
    client.gatewayConfiguration.graphQL?.url ?? '',
    {
      Authorization: `Bearer ${client.authorizationFingerprint ?? client.authorization}`,
      'Braintree-Version': '2018-05-10',
    },
    cardMutation({
      card,
      validate: vault,
      merchantAccountId: authenticationInsight?.merchantAccountId,
      meta: client.analyticsMetadata,
    }),
  )
  if (isLate) timedOut.add(client)
  if (isUnreached || isBroken(body)) return undefined
  return status === 200 ? parseCardAnswer(body) : { status, body }
}

function isBroken(body: unknown) {
  const { data, errors } = (body ?? {}) as { data?: unknown; errors?: GraphQLError[] }
  return !data && ['UNKNOWN', 'INTERNAL'].includes(errors?.[0]?.extensions?.errorClass ?? '')
}
