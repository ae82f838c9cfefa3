import { GraphQLError } from 'graphql'
import { clientProblems } from '../client-api/tokenize.ts'
import { type Problem, Refused } from '../platform/errors.ts'
import { camelCase } from '../platform/keys.ts'

/** The official SDKs distinguish errors by these. */
type ErrorClass = 'AUTHENTICATION' | 'AUTHORIZATION' | 'NOT_FOUND' | 'VALIDATION' | 'INTERNAL'

/** An error of the integration, not of the payer. */
export function developerError(errorClass: ErrorClass, message: string, legacyCode?: string): GraphQLError {
  return new GraphQLError(message, { extensions: { errorClass, errorType: 'developer_error', legacyCode } })
}

/** An error to show the payer. */
export function inputError(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: userError() })
}

/** Errors without an errorClass are invalid queries. */
export function classed(error: GraphQLError): GraphQLError {
  if (error.extensions.errorClass) return error
  const { message, nodes, source, positions, path } = error
  const { extensions } = developerError('VALIDATION', message)
  return new GraphQLError(message, { nodes, source, positions, path, extensions })
}

/** One error per problem; unexpected errors are logged and hidden. */
export function unfold(error: GraphQLError): GraphQLError[] {
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
  const { message, extensions } = developerError('INTERNAL', 'Something went wrong.')
  return [new GraphQLError(message, { ...place, extensions })]
}

function validationError({ code, path, attribute }: Problem) {
  return { ...userError(), legacyCode: code, inputPath: ['input', ...[...path, attribute].map(camelCase)] }
}

function userError() {
  return { errorClass: 'VALIDATION', errorType: 'user_error' }
}
