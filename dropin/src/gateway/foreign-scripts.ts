import { foreignAddress } from '#agreed/domains.ts'
import type { Configuration } from './configuration.ts'

type ByEnvironment = { production: string; sandbox: string }

const everywhere = (address: string): ByEnvironment => ({ production: address, sandbox: address })

/** What others bring to the page, or where they lead its payers: every address there is, in production and in Braintree's sandbox. */
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
  venmoApp: everywhere('https://venmo.com/braintree/checkout'),
  venmoAppOrWeb: everywhere('https://venmo.com/go/checkout'),
  venmoWeb: everywhere('https://account.venmo.com/go/web'),
}

/** Where a script or a page of others is. */
export function scriptAddress(
  script: keyof typeof addresses,
  { assetsUrl, environment }: Pick<Configuration, 'assetsUrl' | 'environment'>,
) {
  const address = addresses[script][environment === 'production' ? 'production' : 'sandbox']
  return foreignAddress(address, assetsUrl)
}
