export const braintreeDomains = [
  'paypal.com',
  'braintreepayments.com',
  'braintreegateway.com',
  'braintree-api.com',
]

/** An https address on one of these domains or a subdomain. */
export function isOnDomain(url: string, domains: readonly string[]) {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && domains.includes(hostname.split('.').slice(-2).join('.'))
}

export const belongsToBraintree = (url: string) => isOnDomain(url, braintreeDomains)

/** A third party's address. Gateways other than Braintree's stand in for it on their assets host, at the same path. */
export function thirdPartyAddress(address: string, assetsUrl: string) {
  return belongsToBraintree(assetsUrl) ? address : new URL(new URL(address).pathname, assetsUrl).href
}
