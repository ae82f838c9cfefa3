import { reportPart } from '../../gateway/analytics.ts'
import { type ClientRequest, requestOf } from '../../gateway/client.ts'
import { clientOf, sdkVersion } from '../../gateway/gateway.ts'
import { partOf } from '../../gateway/part.ts'
import type Published from './types.ts'

export type * from './types.ts'

const made: object = {
  create: partOf(({ gateway, isShared, check, method }) => {
    for (const step of isShared ? ['cached'] : ['initialized', 'succeeded'])
      reportPart(gateway, `custom.client.load.${step}`)
    function getConfiguration() {
      check('getConfiguration')
      return structuredClone(clientOf(gateway))
    }
    return {
      request: method('request', (request: ClientRequest) => requestOf(gateway, request)),
      getConfiguration,
      toJSON: getConfiguration,
      getVersion: () => sdkVersion,
    }
  }),
  VERSION: sdkVersion,
}
const client = made as typeof Published

export const { create, VERSION } = client
export default client
