import { thirdPartyAddress } from '#agreed/domains.ts'
import type { Configuration } from './configuration.ts'

type ByEnvironment = { production: string; sandbox: string }

const everywhere = (address: string): ByEnvironment => ({ production: address, sandbox: address })

/** Every third-party script: production and sandbox. */
const addresses = {
  paypalButton: everywhere('https://www.paypalobjects.com/api/checkout.min.js'),
  paypalSdk: everywhere('https://www.paypal.com/sdk/js'),
  cardinal: {
    production: 'https://songbird.cardinalcommerce.com/edge/v1/songbird.js',
    sandbox: 'https://songbirdstag.cardinalcommerce.com/edge/v1/songbird.js',
  },
  googlePay: everywhere('https://pay.google.com/gp/p/js/pay.js'),
  fraudnet: everywhere('https://c.paypal.com/da/r/fb.js'),
  kountFrame: {
    production: 'https://assets.braintreegateway.com/data/logo.htm',
    sandbox: 'https://assets.braintreegateway.com/sandbox/data/logo.htm',
  },
}

export function scriptAddress(
  script: keyof typeof addresses,
  { assetsUrl, environment }: Pick<Configuration, 'assetsUrl' | 'environment'>,
) {
  const address = addresses[script][environment === 'production' ? 'production' : 'sandbox']
  return thirdPartyAddress(address, assetsUrl)
}

/** Third-party pages for payers: one address everywhere. */
const pages = {
  venmoApp: 'https://venmo.com/braintree/checkout',
  venmoAppOrWeb: 'https://venmo.com/go/checkout',
  venmoWeb: 'https://account.venmo.com/go/web',
}

export const pageAddress = (page: keyof typeof pages, { assetsUrl }: Pick<Configuration, 'assetsUrl'>) =>
  thirdPartyAddress(pages[page], assetsUrl)
