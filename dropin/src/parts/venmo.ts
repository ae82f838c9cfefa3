import type Published from '../api/venmo.ts'
import { reportPart } from '../gateway/analytics.ts'
import { callGraphQL } from '../gateway/call-graphql.ts'
import { gatewayFor, type PartOptions } from '../gateway/client.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import { either } from '../platform/callback.ts'
import { openGuard } from '../platform/guard.ts'
import { supportsVenmo, thisBrowser } from '../venmo/browser-support.ts'
import { openVenmo, type TokenizeOptions } from '../venmo/venmo.ts'
import type { VenmoOptions } from '../venmo/venmo-options.ts'

export type * from '../api/venmo.ts'

async function createVenmo(options: PartOptions & VenmoOptions = {}) {
  const { gateway, leave } = await gatewayFor(options)
  const guard = openGuard()
  try {
    const opened = await openVenmo(
      {
        gateway,
        ask: (body) => callGraphQL(gateway, body),
        report: (kind) => reportPart(gateway, kind),
      },
      options,
    )
    return {
      isBrowserSupported: () => supportsVenmo(thisBrowser(), options),
      hasTokenizationResult() {
        guard.check('hasTokenizationResult')
        return opened.hasTokenizationResult()
      },
      tokenize: either(async (asked?: TokenizeOptions) => {
        guard.check('tokenize')
        return await opened.tokenize(asked)
      }),
      cancelTokenization: either(async () => {
        guard.check('cancelTokenization')
        opened.cancelTokenization()
      }),
      teardown: either(async () =>
        guard.end(() => {
          opened.teardown()
          leave()
        }),
      ),
    }
  } catch (problem) {
    leave()
    throw problem
  }
}

const made: object = {
  create: either(createVenmo),
  isBrowserSupported: (options?: VenmoOptions) => supportsVenmo(thisBrowser(), options),
  VERSION: sdkVersion,
}
const venmo = made as typeof Published

export const { create, isBrowserSupported, VERSION } = venmo
export default venmo
