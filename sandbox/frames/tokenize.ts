import type { Answer, Client } from './client.ts'
import { expirationOf, type FieldKey } from './fields.ts'
import { overGraphQL } from './tokenize-graphql.ts'
import { overRest } from './tokenize-rest.ts'

export type TokenizationRequest = {
  vault?: boolean
  fieldsToTokenize?: FieldKey[]
  billingAddress?: Record<string, string>
  cardholderName?: string
}

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

function cardOf(values: Partial<Record<FieldKey, string>>, request: TokenizationRequest) {
  const { month, year } = expirationOf(values.expirationDate ?? '')
  const billingAddress = {
    ...request.billingAddress,
    ...(values.postalCode && { postalCode: values.postalCode }),
  }
  return {
    number: values.number?.replace(/\D/g, ''),
    expirationMonth: month,
    expirationYear: year.length === 2 ? `20${year}` : year,
    cvv: values.cvv,
    cardholderName: values.cardholderName ?? request.cardholderName,
    billingAddress: Object.keys(billingAddress).length > 0 ? billingAddress : undefined,
  }
}
export type Card = ReturnType<typeof cardOf>
