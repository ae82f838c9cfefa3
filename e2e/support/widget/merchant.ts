import { createRequire } from 'node:module'

type Card = { last4: string; verifications: { status: string }[] }
type ThreeDSecureInfo = { status: string; liabilityShifted: boolean }
type Transaction = {
  status: string
  creditCard: Card
  venmoAccount?: object
  paypalAccount?: object
  threeDSecureInfo?: ThreeDSecureInfo
}
/** What these tests ask of Braintree's server SDK. */
export type Merchant = {
  clientToken: { generate: (request: object) => Promise<{ clientToken: string }> }
  customer: {
    create: (request: object) => Promise<{ customer: { id: string } }>
    find: (id: string) => Promise<{ creditCards: Card[]; paypalAccounts: object[] }>
  }
  paymentMethod: { create: (request: object) => Promise<{ paymentMethod: { token: string } }> }
  paymentMethodNonce: {
    find: (nonce: string) => Promise<{ details: object; threeDSecureInfo: ThreeDSecureInfo }>
  }
  transaction: { sale: (request: object) => Promise<{ success: boolean; transaction: Transaction }> }
}

/**
 * The merchant's server at a sandbox. The SDK is required, not imported: the types of the package would put its name on
 * every page of the other tests.
 */
export function merchantAt(port: number): Merchant {
  const { BraintreeGateway, Environment } = createRequire(import.meta.url)('braintree')
  const [host, at] = ['127.0.0.1', String(port)]
  return new BraintreeGateway({
    environment: new Environment(host, at, `http://${host}:${at}`, false, host, at),
    merchantId: 'integration_merchant_id',
    publicKey: 'integration_public_key',
    privateKey: 'integration_private_key',
  })
}
