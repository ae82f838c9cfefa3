import { reportPart } from '../gateway/analytics.ts'
import { type ClientRequest, requestOf } from '../gateway/client.ts'
import { clientOf, sdkVersion } from '../gateway/gateway.ts'
import type Published from '../public-types/client.ts'
import { partOf } from './define-module.ts'

export type * from '../public-types/client.ts'

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
