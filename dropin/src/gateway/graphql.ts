import { fetchJson, refusalOf } from './http.ts'

export type GraphQLError = { message: string; extensions?: { errorClass?: string } }
type Answer = { data?: unknown; errors?: GraphQLError[] }

/** Posts to Braintree's GraphQL API and gives the body, errors included: they come with HTTP 200. */
export async function askGraphQL(url: string, bearer: string, body: object) {
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

/** The error that stands for GraphQL errors, by the class of the first. */
export function graphQLFailure(errors: GraphQLError[]) {
  const [first] = errors
  const errorClass = first?.extensions?.errorClass
  if (!errorClass) return refusalOf(first?.message ? 403 : 500, errors)
  return refusalOf(statuses[errorClass] ?? 500, errors)
}

const statuses: Record<string, number> = { VALIDATION: 422, AUTHORIZATION: 403, AUTHENTICATION: 401 }
