import type Published from '../api/client.ts'
import { reportPart } from '../gateway/analytics.ts'
import { type ClientRequest, gatewayFor, type PartOptions, requestOf } from '../gateway/client.ts'
import { clientOf, sdkVersion } from '../gateway/gateway.ts'
import { either } from '../platform/callback.ts'
import { openGuard } from '../platform/guard.ts'

export type * from '../api/client.ts'

async function createClient({ authorization, gatewayUrl }: Omit<PartOptions, 'client'> = {}) {
  const { gateway, leave } = await gatewayFor({ authorization, gatewayUrl })
  for (const step of ['initialized', 'succeeded']) reportPart(gateway, `custom.client.load.${step}`)
  const guard = openGuard()
  function getConfiguration() {
    guard.check('getConfiguration')
    return clientOf(gateway)
  }
  return {
    request: either(async (request: ClientRequest) => {
      guard.check('request')
      return await requestOf(gateway, request)
    }),
    getConfiguration,
    toJSON: getConfiguration,
    getVersion: () => sdkVersion,
    teardown: either(async () => guard.end(leave)),
  }
}

const client = { create: either(createClient), VERSION: sdkVersion } as typeof Published

export const { create, VERSION } = client
export default client
