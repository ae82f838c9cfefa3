import { BraintreeError } from '../platform/errors.ts'
import { bearerFor } from './authorization.ts'
import { type Gateway, sdkVersion } from './gateway.ts'
import { postGraphQL } from './graphql.ts'
import { graphQLUrl } from './hosts.ts'

export async function callGraphQL({ authorization, meta, configuration }: Gateway, data: object) {
  const { platform, source, integration, sessionId } = meta
  const clientSdkMetadata = { platform, source, integration, sessionId, version: sdkVersion }
  const body = { clientSdkMetadata, ...data }
  const answer = await postGraphQL(graphQLUrl(configuration), bearerFor(authorization), body)
  const { errors = [] } = answer
  if (errors.length === 0) return answer
  throw new BraintreeError({
    code: 'CLIENT_GRAPHQL_REQUEST_ERROR',
    type: 'NETWORK',
    message: 'The gateway refused the request.',
    details: { originalError: errors },
  })
}
