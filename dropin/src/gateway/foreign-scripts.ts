import { belongsToBraintree, type Configuration } from './configuration.ts'

type ByEnvironment = { production: string; sandbox: string }

const everywhere = (address: string): ByEnvironment => ({ production: address, sandbox: address })

/** The scripts of others, and where they are. */
const addresses = {
  paypalButton: everywhere('https://www.paypalobjects.com/api/checkout.min.js'),
  paypalSdk: everywhere('https://www.paypal.com/sdk/js'),
}

/** Where a script of others is. A gateway that is not Braintree's plays them all on its assets host, at the same paths. */
export function scriptAddress(
  script: keyof typeof addresses,
  { assetsUrl, environment }: Pick<Configuration, 'assetsUrl' | 'environment'>,
) {
  const address = addresses[script][environment === 'production' ? 'production' : 'sandbox']
  return belongsToBraintree(assetsUrl) ? address : new URL(new URL(address).pathname, assetsUrl).href
}
