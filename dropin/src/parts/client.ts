import type Published from '../api/client.ts'
import { reportPart } from '../gateway/analytics.ts'
import { type ClientRequest, requestOf } from '../gateway/client.ts'
import { clientOf, sdkVersion } from '../gateway/gateway.ts'
import { partOf } from './part.ts'

export type * from '../api/client.ts'

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
