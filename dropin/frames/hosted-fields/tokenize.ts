import type { FieldKey } from '#agreed/fields.ts'
import { cardOf, type TokenizationRequest } from './card.ts'
import type { Answer, Client } from './client.ts'
import { overGraphQL } from './tokenize-graphql.ts'
import { overRest } from './tokenize-rest.ts'

/** Sends the card straight to the gateway and gives back the nonce payload; failures are `Refusal`s. */
export async function tokenize(
  client: Client,
  values: Partial<Record<FieldKey, string>>,
  request: TokenizationRequest,
) {
  const card = cardOf(values, request)
  const byGraphQL = client.gatewayConfiguration.graphQL?.features.includes('tokenize_credit_cards')
  const answer = await (byGraphQL ? overGraphQL : overRest)(client, card, request.vault === true)
  if (answer.status >= 200 && answer.status < 300) return answer.body
  throw new Refusal(answer)
}

export class Refusal extends Error {
  constructor(readonly answer: Answer) {
    super(`The gateway answered ${answer.status}`)
  }
}
