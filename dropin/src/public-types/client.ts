/** Public types of `dropin/client`; the build ships this file as its declarations. */

/** A client's view of the gateway, from which modules of this SDK and of Braintree's are made. */
export type ClientConfiguration = {
  authorization: string
  authorizationType: 'CLIENT_TOKEN' | 'TOKENIZATION_KEY'
  authorizationFingerprint?: string | undefined
  analyticsMetadata: Record<string, string>
  gatewayConfiguration: {
    environment: string
    clientApiUrl: string
    assetsUrl: string
    merchantId: string
    analytics: { url: string }
    challenges: string[]
    creditCards: { supportedCardTypes: string[] }
    graphQL?: { url: string; features: string[] }
  }
}

export type ClientRequest = {
  /** `get` sends `data` as the query, `post` as the body. */
  method: string
  /** Relative to the gateway's client API, such as `payment_methods`. */
  endpoint?: string | undefined
  data?: Record<string, unknown> | undefined
  /** `graphQLApi` posts `data` to GraphQL. */
  api?: 'clientApi' | 'graphQLApi' | undefined
}

/** The gateway for one authorization. After teardown every method but `teardown` fails. */
export type Client = {
  /** Resolves with the gateway's answer. Fails with a BraintreeError whose `code` begins with `CLIENT_`. */
  request(options: ClientRequest): Promise<unknown>
  request(options: ClientRequest, callback: (error: Error | null, answer?: unknown) => void): void
  getConfiguration(): ClientConfiguration
  getVersion(): string
  toJSON(): ClientConfiguration
  teardown(): Promise<void>
  teardown(callback: (error: Error | null) => void): void
}

export type ClientOptions = {
  /** A client token or a tokenization key. */
  authorization: string
  /** Base address of the gateway for tokenization keys that begin with `development_`. */
  gatewayUrl?: string | undefined
}

/** Options of every other module of the SDK: a client, or the authorization to make one with. */
export type PartOptions = {
  client?: Client | undefined
  /** A client token or a tokenization key. */
  authorization?: string | undefined
  /** Base address of the gateway for tokenization keys that begin with `development_`. */
  gatewayUrl?: string | undefined
}

/** Loads the gateway's configuration. Fails with a BraintreeError whose `code` begins with `CLIENT_`. */
export declare function create(options: ClientOptions): Promise<Client>
export declare function create(
  options: ClientOptions,
  callback: (error: Error | null, client: Client | undefined) => void,
): void

/** The version of the SDK whose pages this module fits. */
export declare const VERSION: string

declare const client: { create: typeof create; VERSION: string }
export default client
