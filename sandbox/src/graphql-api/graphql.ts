import { randomUUID } from 'node:crypto'
import { GraphQLError, parse, visit } from 'graphql'
import { parseRequestParams, type RequestParams } from 'graphql-http'
import { createHandler } from 'graphql-http/lib/use/fetch'
import { deleteFromVault } from '../client-api/client-vault.ts'
import { graphqlConfiguration } from '../client-api/configuration.ts'
import { tokenizeCard } from '../client-api/tokenize.ts'
import { customerIdFor } from '../merchant-access/authorization.ts'
import { brandCode, type Card, CardRequest } from '../payment-instruments/cards.ts'
import type { Gateway } from '../platform/gateway.ts'
import { storable, storableText } from '../platform/http/requests.ts'
import { snakeKeys } from '../platform/keys.ts'
import { findMerchantAccount } from '../processor/merchant-accounts.ts'
import { type Regulation, regulationFor } from '../vault/authentication-insight.ts'
import { binData } from '../vault/nonce-answer.ts'
import { admit, type CallContext, readCall } from './graphql-caller.ts'
import { classed, developerError, unfold } from './graphql-errors.ts'
import { schema } from './graphql-schema.ts'
import { venmoResolvers } from './venmo-resolvers.ts'

type TokenizeInput = { clientMutationId?: string; creditCard: object; options?: { validate?: boolean } }
type InsightInput = { input: { merchantAccountId: string } }
type DeleteInput = { clientMutationId?: string; singleUseTokenId: string }

/** Answers Braintree's GraphQL API: always with status 200, errors carrying errorClass and legacyCode. */
export function graphqlHandler(gateway: Gateway): (request: Request) => Promise<Response> {
  return createHandler<CallContext>({
    schema,
    rootValue: { ...resolvers(gateway), ...venmoResolvers(gateway) },
    parseRequestParams: async (request) => storable(await parseRequestParams(request)) as RequestParams,
    parse: (source, options) =>
      visit(parse(source, options), {
        StringValue: (node) => ({ ...node, value: storableText(node.value) }),
      }),
    context: (request) => readCall(gateway, request.raw),
    formatError: (error) => (error instanceof GraphQLError ? classed(error) : error),
    onOperation: (_, __, result) => ({
      ...result,
      errors: result.errors?.flatMap(unfold),
      extensions: { requestId: randomUUID() },
    }),
  })
}

function resolvers(gateway: Gateway) {
  return {
    ping: () => 'pong',
    clientConfiguration(_: unknown, context: CallContext) {
      admit(context)
      return graphqlConfiguration(gateway)
    },
    async tokenizeCreditCard({ input }: { input: TokenizeInput }, context: CallContext) {
      const caller = admit(context)
      const { validate } = input.options ?? {}
      if (validate && caller.kind === 'key')
        throw developerError('AUTHORIZATION', 'Tokenization key is not allowed to validate a card.', '50000')
      const request = CardRequest.parse(snakeKeys(input.creditCard))
      const { nonce, card } = await tokenizeCard(gateway, caller, request, validate ?? true)
      const details = card && cardDetails(card)
      return {
        clientMutationId: input.clientMutationId,
        token: nonce,
        creditCard: details ?? {},
        paymentMethod: {
          id: nonce,
          usage: 'SINGLE_USE',
          details: details && { __typename: 'CreditCardDetails', ...details },
        },
        authenticationInsight: (insight: InsightInput) => card && authenticationInsight(card, insight),
      }
    },
    async deletePaymentMethodFromSingleUseToken({ input }: { input: DeleteInput }, context: CallContext) {
      const customerId = customerIdFor(admit(context))
      if (customerId === undefined) {
        const message = 'Deleting a payment method needs the client token of a customer.'
        throw developerError('AUTHORIZATION', message)
      }
      if (!(await deleteFromVault(gateway, customerId, input.singleUseTokenId)))
        throw developerError('NOT_FOUND', 'There is no such payment method.')
      return { clientMutationId: input.clientMutationId }
    },
  }
}

function cardDetails(card: Card) {
  const known = Object.entries(binData(card)).map(([name, value = 'Unknown']) => {
    const isText = ['issuingBank', 'countryOfIssuance', 'productId'].includes(name)
    return [name, isText ? value : value.toUpperCase()]
  })
  return { ...card, brandCode: brandCode(card.brand), binData: Object.fromEntries(known) }
}

const regulations = {
  psd2: 'PSDTWO',
  rbi: 'RBI',
  unregulated: 'UNREGULATED',
  unavailable: 'UNAVAILABLE',
} satisfies Record<Regulation, string>

function authenticationInsight(card: Card, { input }: InsightInput) {
  const account = findMerchantAccount(input.merchantAccountId)
  return {
    customerAuthenticationRegulationEnvironment:
      regulations[account ? regulationFor(card, account) : 'unavailable'],
  }
}
