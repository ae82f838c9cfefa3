import { reportPart } from '../../gateway/analytics.ts'
import { callGraphQL } from '../../gateway/call-graphql.ts'
import type { PartOptions } from '../../gateway/client.ts'
import { sdkVersion } from '../../gateway/gateway.ts'
import { partOf } from '../../gateway/part.ts'
import { supportsVenmo, thisBrowser } from './payment/browser-support.ts'
import { openVenmo } from './payment/venmo.ts'
import type Published from './types.ts'
import type { VenmoOptions } from './types.ts'

export type * from './types.ts'

const made: object = {
  create: partOf(async ({ gateway, ended, check, method }, options: PartOptions & VenmoOptions) => {
    const means = {
      gateway,
      ask: (body: object) => callGraphQL(gateway, body),
      report: (kind: string) => reportPart(gateway, kind),
      ended,
    }
    const { hasTokenizationResult, tokenize, getUrl, cancelTokenization } = await openVenmo(means, options)
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
