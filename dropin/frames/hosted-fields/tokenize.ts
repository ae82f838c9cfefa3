import type { FieldKey } from '#agreed/fields.ts'
import { type TokenizationRequest, toCard } from './card.ts'
import type { Client } from './client.ts'
import { type Failure, fieldsEmpty, fieldsInvalid, tokenizationFailure } from './failures.ts'
import { overGraphQL } from './tokenize-graphql.ts'
import { overRest } from './tokenize-rest.ts'

type Typed = { value: string; isEmpty: boolean; isValid: boolean }
export type TokenizeResult = [Failure] | [null, unknown]

/** Validates the fields, then sends the card to the gateway. */
export async function tokenize(
  client: Client,
  keys: readonly FieldKey[],
  states: ReadonlyMap<FieldKey, Typed>,
  request: TokenizationRequest,
): Promise<TokenizeResult> {
  const requested = [...states].filter(
    ([key]) => keys.includes(key) && (request.fieldsToTokenize?.includes(key) ?? true),
  )
  if (requested.every(([, { isEmpty }]) => isEmpty)) return [fieldsEmpty()]
  const invalid = requested.filter(([, { isValid }]) => !isValid).map(([key]) => key)
  if (invalid.length > 0) return [fieldsInvalid(invalid)]
  const values = Object.fromEntries(requested.map(([key, { value }]) => [key, value.trim()]))
  const byGraphQL = client.gatewayConfiguration.graphQL?.features.includes('tokenize_credit_cards')
  const card = toCard(values, request)
  const made =
    (byGraphQL && (await overGraphQL(client, card, request))) || (await overRest(client, card, request))
  return made.status < 300 ? [null, made.body] : [tokenizationFailure(made)]
}
