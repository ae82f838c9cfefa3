import { type GraphQLError, toHttpStatus } from '#agreed/card-by-graphql.ts'
import { fetchJson, httpError } from './http.ts'

type Answer = { data?: unknown; errors?: GraphQLError[] }

/** Posts to Braintree's GraphQL API; the body may contain errors with HTTP 200. */
export async function postGraphQL(url: string, bearer: string, body: object) {
  const answer = await fetchJson(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${bearer}`,
      'Braintree-Version': '2018-05-10',
    },
    body: JSON.stringify(body),
  })
  return answer as Answer
}

export const graphQLFailure = (errors: GraphQLError[]) => httpError(toHttpStatus(errors), errors)
