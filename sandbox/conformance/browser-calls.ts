// Requests and parsing of Braintree's browser package, without a browser.
import { createRequire } from 'node:module'
import { browserClient, browserWith, tokenizationKey } from '../tests/support/clients.ts'
import type { World } from './calls.ts'

type Answer = {
  data?: Record<string, { token: string; paymentMethod?: { id: string } }>
  errors?: { extensions: { errorClass: string; legacyCode?: string } }[]
}
declare module 'braintree' {
  interface BraintreeGateway {
    graphQLClient: { query(definition: string, variables?: object): Promise<Answer> }
  }
}
type Query = { query: string; variables?: object; operationName: string }
type Adapted = {
  error?: { message: string }
  fieldErrors?: { field: string; fieldErrors: { field: string; code: string }[] }[]
  creditCards?: { nonce: string; details: object; binData: object }[]
}
const require = createRequire(import.meta.url)
const from = 'braintree-web/client/request/graphql'
const configurationQuery: () => Query = require(`${from}/generators/configuration`)
const cardQuery: (body: object) => Query = require(`${from}/generators/credit-card-tokenization`)
const readConfiguration: (body: object, context: object) => Record<string, unknown> = require(
  `${from}/adapters/configuration`,
)
const readCard: (body: object) => Adapted = require(`${from}/adapters/credit-card-tokenization`)
export const venmoQueries: Record<string, string> = require('braintree-web/venmo/external/queries')

export type Browser = Awaited<ReturnType<typeof browserClient>> | ReturnType<typeof browserWith>

/** A guest with a client token, a guest with the tokenization key, and a customer with a client token. */
export async function threeBrowsers({ sandbox, merchant }: World) {
  const { customer } = await merchant.customer.create({})
  return {
    customer,
    guest: await browserClient(sandbox, merchant),
    keyed: browserWith(sandbox, tokenizationKey),
    known: await browserClient(sandbox, merchant, { customerId: customer.id }),
  }
}

/** The configuration as the official package makes it of the GraphQL answer. */
export async function officialConfiguration(browser: Browser, url: string) {
  const { query } = configurationQuery()
  const { body } = await browser.graphql(query)
  return readConfiguration(body, { _graphQL: { _config: { url } } })
}

/** Tokenizes a card as the official package does; what comes is as it reads it. */
export async function officialTokenize(browser: Browser, creditCard: object, more: object = {}) {
  const { query, variables } = cardQuery({ creditCard, ...more })
  const { body } = await browser.graphql(query, JSON.parse(JSON.stringify(variables ?? {})))
  return readCard(body)
}

/** The codes of a refusal, as the official package reads it. */
export function listErrorCodes({ fieldErrors = [] }: Adapted): string[] {
  return fieldErrors.flatMap((group) => group.fieldErrors.map(({ code }) => code))
}
