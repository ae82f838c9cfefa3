import { type Gateway, idElsewhere } from '../platform/gateway.ts'

/** The profile under which the merchant takes Venmo. */
export function venmoMerchantId(gateway: Gateway): string {
  return `venmo_${idElsewhere(gateway, 'venmo')}`
}

/** What names the merchant to Venmo's app where there is no payment context. */
export function venmoAccessToken(gateway: Gateway): string {
  return `access_token$sandbox$${gateway.merchant.id}$${idElsewhere(gateway, 'venmo')}`
}

/** The merchant that a token is said to be of, and the payment context that older pages write behind it. */
export function readVenmoToken(given: string) {
  const [token = '', contextId] = given.split('|pcid:')
  return { token, merchantId: token.split('$')[2] ?? '', contextId }
}
