import { reportModule } from '../gateway/analytics.ts'
import { callGraphQL } from '../gateway/call-graphql.ts'
import type { PartOptions } from '../gateway/client.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import type Published from '../public-types/venmo.ts'
import type { VenmoOptions } from '../public-types/venmo.ts'
import { supportsVenmo, thisBrowser } from '../ways-to-pay/venmo/payment/browser-support.ts'
import { openVenmo } from '../ways-to-pay/venmo/payment/venmo.ts'
import { defineModule } from './define-module.ts'

export type * from '../public-types/venmo.ts'

const made: object = {
  create: defineModule(async ({ gateway, ended, check, method }, options: PartOptions & VenmoOptions) => {
    const dependencies = {
      gateway,
      ask: (body: object) => callGraphQL(gateway, body),
      report: (kind: string) => reportModule(gateway, kind),
      ended,
    }
    const { hasTokenizationResult, tokenize, getUrl, cancelTokenization } = await openVenmo(
      dependencies,
      options,
    )
    return {
      isBrowserSupported: () => supportsVenmo(thisBrowser(), options),
      hasTokenizationResult() {
        check('hasTokenizationResult')
        return hasTokenizationResult()
      },
      tokenize: method('tokenize', tokenize),
      getUrl: method('getUrl', getUrl),
      cancelTokenization: method('cancelTokenization', cancelTokenization),
    }
  }),
  isBrowserSupported: (options?: VenmoOptions) => supportsVenmo(thisBrowser(), options),
  VERSION: sdkVersion,
}
const venmo = made as typeof Published

export const { create, isBrowserSupported, VERSION } = venmo
export default venmo
