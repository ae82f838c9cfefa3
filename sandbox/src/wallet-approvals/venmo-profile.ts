import { externalId, type Gateway } from '../platform/gateway.ts'

export function venmoMerchantId(gateway: Gateway): string {
  return `venmo_${externalId(gateway, 'venmo')}`
}

/** Identifies the merchant to Venmo's app without a payment context. */
export function venmoAccessToken(gateway: Gateway): string {
  return `access_token$sandbox$${gateway.merchant.id}$${externalId(gateway, 'venmo')}`
}

/** The claimed merchant, and the payment context that older pages append. */
export function readVenmoToken(accessToken: string) {
  const [token = '', contextId] = accessToken.split('|pcid:')
  return { token, merchantId: token.split('$')[2] ?? '', contextId }
}
