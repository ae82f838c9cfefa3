import { thirdPartyAddress } from '#agreed/domains.ts'
import type { Configuration } from './configuration.ts'

type Host = { api: string; graphQL: string }

const production: Host = {
  api: 'https://api.braintreegateway.com:443',
  graphQL: 'https://payments.braintree-api.com/graphql',
}
const sandbox: Host = {
  api: 'https://api.sandbox.braintreegateway.com:443',
  graphQL: 'https://payments.sandbox.braintree-api.com/graphql',
}

/** Braintree's addresses by the environment in a tokenization key. */
export const hosts: Record<string, Host> = { production, sandbox }

/** Gateways that do not tokenize by GraphQL name no address, but have it for other calls. */
export function graphQLUrl({ graphQL, environment, assetsUrl }: Configuration) {
  const host = environment === 'production' ? production : sandbox
  return graphQL?.url ?? thirdPartyAddress(host.graphQL, assetsUrl)
}
