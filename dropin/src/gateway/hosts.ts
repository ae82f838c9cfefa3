import { foreignAddress } from '#agreed/domains.ts'
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

/** Braintree's own addresses, by the environment that a tokenization key names. */
export const hosts: Record<string, Host> = { production, sandbox }

/** Where GraphQL is. A gateway that makes no nonces of cards by it names no address, and has it for all else. */
export function graphQLAddress({ graphQL, environment, assetsUrl }: Configuration) {
  const host = environment === 'production' ? production : sandbox
  return graphQL?.url ?? foreignAddress(host.graphQL, assetsUrl)
}
