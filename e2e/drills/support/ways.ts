import { savedCardNonce } from '../../../web/test/gateway/gateway-books.ts'
import type { Family, Town } from './town.ts'

/** Every way to pay online, as the widget hands it over. The nonce of a saved card is good once. */
const nonces = {
  card: () => 'fake-valid-nonce',
  'saved card': savedCardNonce,
  '3-D Secure': () => 'fake-three-d-secure-visa-full-authentication-nonce',
  PayPal: () => 'fake-paypal-one-time-nonce',
  Venmo: () => 'fake-venmo-account-nonce',
  'Apple Pay': () => 'fake-apple-pay-visa-nonce',
  'Google Pay': () => 'fake-android-pay-visa-nonce',
}
export type Way = keyof typeof nonces
export const ways = Object.keys(nonces) as Way[]

export const readNonce = async (way: Way, gatewayUrl: string) => nonces[way](gatewayUrl)

/** A family that pays in this way. */
export const aPayer = async (town: Town, way: Way): Promise<Family> =>
  town.family({ nonce: await readNonce(way, town.gatewayUrl) })

/** A family for each way to pay, whose place is held until it pays `request`. */
export const allWays = (town: Town) =>
  Promise.all(
    ways.map(async (way) => {
      const family = await aPayer(town, way)
      const { answer } = await family.checkOut('card')
      return { way, family, request: answer.transaction_request }
    }),
  )
