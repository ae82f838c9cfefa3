import { reportModule } from '../gateway/analytics.ts'
import { type ClientRequest, sendRequest } from '../gateway/client.ts'
import { sdkVersion, toClientConfiguration } from '../gateway/gateway.ts'
import type Published from '../public-types/client.ts'
import { defineModule } from './define-module.ts'

export type * from '../public-types/client.ts'

const made: object = {
  create: defineModule(({ gateway, isShared, check, method }) => {
    for (const step of isShared ? ['cached'] : ['initialized', 'succeeded'])
      reportModule(gateway, `custom.client.load.${step}`)
    function getConfiguration() {
      check('getConfiguration')
      return structuredClone(toClientConfiguration(gateway))
    }
    return {
      request: method('request', (request: ClientRequest) => sendRequest(gateway, request)),
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
