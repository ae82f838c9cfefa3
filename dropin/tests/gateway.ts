import type { Configuration } from '../src/gateway/configuration.ts'
import type { Gateway } from '../src/gateway/gateway.ts'

/** A gateway as a customer's client token opens it. */
export function aGateway(configuration: Partial<Configuration> = {}): Gateway {
  return {
    authorization: {
      kind: 'client-token',
      fingerprint: 'f?customer_id=1',
      configUrl: 'https://gateway.test',
    },
    text: 'token',
    meta: { sessionId: 'session' },
    configuration: {
      environment: 'sandbox',
      clientApiUrl: 'https://gateway.test/client_api',
      assetsUrl: 'https://gateway.test/assets',
      merchantId: 'merchant',
      analytics: { url: 'https://gateway.test/analytics' },
      challenges: ['cvv'],
      creditCards: { supportedCardTypes: ['Visa'] },
      graphQL: { url: 'https://gateway.test/graphql', features: [] },
      ...configuration,
    },
  }
}
