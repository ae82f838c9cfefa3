/** The gateway's own. */
export const braintreeDomains = [
  'paypal.com',
  'braintreepayments.com',
  'braintreegateway.com',
  'braintree-api.com',
]

/** Whether an address is on one of these domains, or below it, and safe on its way. */
export function isOnDomain(url: string, domains: readonly string[]) {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && domains.includes(hostname.split('.').slice(-2).join('.'))
}

export const belongsToBraintree = (url: string) => isOnDomain(url, braintreeDomains)

/** Where something of others is: a gateway that is not Braintree's plays it on its assets host, at the same path. */
export function foreignAddress(address: string, assetsUrl: string) {
  return belongsToBraintree(assetsUrl) ? address : new URL(new URL(address).pathname, assetsUrl).href
}
