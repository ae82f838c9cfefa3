import { randomUUID } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { createHandler } from 'graphql-http/lib/use/fetch'
import { type Problem, Refused } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { camelCase, snakeKeys } from '../platform/keys.ts'
import { brandCode, type Card, CardRequest } from '../vault/cards.ts'
import { binData } from '../vault/nonce-answer.ts'
import { type Caller, customerOf, isMerchant, readCaller } from './authorization.ts'
import { deleteFromVault } from './client-vault.ts'
import { graphqlConfiguration } from './configuration.ts'
import { schema } from './graphql-schema.ts'
import { clientProblems, tokenizeCard } from './tokenize.ts'

type Context = { caller: Caller | undefined }
type TokenizeInput = { clientMutationId?: string; creditCard: object; options?: { validate?: boolean } }
type DeleteInput = { clientMutationId?: string; singleUseTokenId: string }

/** Answers Braintree's GraphQL API: always with status 200, errors carrying errorClass and legacyCode. */
export function graphqlHandler(gateway: Gateway): (request: Request) => Promise<Response> {
  return createHandler<Context>({
    schema,
    rootValue: resolvers(gateway),
    context: (request) => ({ caller: readBearer(gateway, request.raw.headers.get('authorization')) }),
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
    clientConfiguration(_: unknown, context: Context) {
      admit(context)
      return graphqlConfiguration(gateway)
    },
    async tokenizeCreditCard({ input }: { input: TokenizeInput }, context: Context) {
      const caller = admit(context)
      const { validate } = input.options ?? {}
      if (validate && caller.kind === 'key') {
        const words = 'Tokenization key is not allowed to validate a card.'
        throw new GraphQLError(words, {
          extensions: { ...developerError('AUTHORIZATION'), legacyCode: '50000' },
        })
      }
      const request = CardRequest.parse(snakeKeys(input.creditCard))
      const { nonce, card } = await tokenizeCard(gateway, caller, request, validate ?? true)
      return {
        clientMutationId: input.clientMutationId,
        token: nonce,
        creditCard: cardDetails(card),
        authenticationInsight,
      }
    },
    async deletePaymentMethodFromSingleUseToken({ input }: { input: DeleteInput }, context: Context) {
      const customerId = customerOf(admit(context))
      if (customerId === undefined) {
        const words = 'Deleting a payment method needs the client token of a customer.'
        throw new GraphQLError(words, { extensions: developerError('AUTHORIZATION') })
      }
      if (!(await deleteFromVault(gateway, customerId, input.singleUseTokenId))) {
        const words = 'There is no such payment method.'
        throw new GraphQLError(words, { extensions: developerError('NOT_FOUND') })
      }
      return { clientMutationId: input.clientMutationId }
    },
  }
}

function readBearer(gateway: Gateway, header: string | null): Caller | undefined {
  if (isMerchant(gateway, header ?? undefined)) return { kind: 'merchant' }
  return readCaller(gateway, header?.replace(/^Bearer /, ''))
}

function admit({ caller }: Context): Caller {
  if (caller) return caller
  throw new GraphQLError('Authentication credentials are invalid.', {
    extensions: developerError('AUTHENTICATION'),
  })
}

function cardDetails(card: Card) {
  const known = Object.entries(binData(card)).map(([name, value = 'Unknown']) => {
    const isWord = ['issuingBank', 'countryOfIssuance', 'productId'].includes(name)
    return [name, isWord ? value : value.toUpperCase()]
  })
  return { ...card, brandCode: brandCode(card.brand), binData: Object.fromEntries(known) }
}

function authenticationInsight() {
  return { customerAuthenticationRegulationEnvironment: 'UNREGULATED' }
}

/** No error goes out without an errorClass, by which SDKs tell them apart; what has none is a query that is wrong. */
function classed(error: GraphQLError): GraphQLError {
  if (error.extensions.errorClass) return error
  const { message, nodes, source, positions, path } = error
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    extensions: developerError('VALIDATION'),
  })
}

/** One error per problem; what nobody foresaw is logged and not told. */
function unfold(error: GraphQLError): GraphQLError[] {
  const cause = error.originalError
  const place = { nodes: error.nodes, path: error.path }
  if (cause instanceof Refused) {
    const listed = clientProblems(cause).map(
      (problem) => new GraphQLError(problem.message, { ...place, extensions: validationError(problem) }),
    )
    const unlisted = new GraphQLError(cause.message, { ...place, extensions: userError() })
    return listed.length ? listed : [unlisted]
  }
  if (error.extensions.errorClass || !error.path) return [error]
  if (cause) console.error(cause)
  return [new GraphQLError('Something went wrong.', { ...place, extensions: developerError('INTERNAL') })]
}

function validationError({ code, path, attribute }: Problem) {
  return { ...userError(), legacyCode: code, inputPath: ['input', ...[...path, attribute].map(camelCase)] }
}

function userError() {
  return { errorClass: 'VALIDATION', errorType: 'user_error' }
}

function developerError(errorClass: string) {
  return { errorClass, errorType: 'developer_error' }
}
