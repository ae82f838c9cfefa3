import type { PartOptions } from '../gateway/client.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import { withCallback } from '../platform/callback.ts'
import type Published from '../public-types/three-d-secure.ts'
import { parseFramework } from '../three-d-secure/frameworks.ts'
import { openThreeDSecure, type ThreeDSecureOptions } from '../three-d-secure/three-d-secure.ts'
import { toolsFor } from '../three-d-secure/tools.ts'
import { defineModule } from './define-module.ts'

const english = {
  title: 'Your bank wants to be sure it is you',
  close: 'Close',
  note: 'This page is your bank’s. Close it, and nothing is charged.',
  lang: 'en',
  dir: 'ltr',
}

export type * from '../public-types/three-d-secure.ts'

const open = defineModule(({ gateway, ended, method }, options: PartOptions & ThreeDSecureOptions) => {
  const threeDSecure = openThreeDSecure(
    gateway,
    options,
    toolsFor(gateway, () => english),
  )
  ended.addEventListener('abort', threeDSecure.close)
  return {
    verifyCard: method('verifyCard', threeDSecure.verifyCard),
    cancelVerifyCard: method('cancelVerifyCard', threeDSecure.cancelVerifyCard),
    prepareLookup: method('prepareLookup', threeDSecure.prepareLookup),
    initializeChallengeWithLookupResponse: method(
      'initializeChallengeWithLookupResponse',
      threeDSecure.initializeChallengeWithLookupResponse,
    ),
    on: threeDSecure.on,
    off: threeDSecure.off,
  }
})

const made: object = {
  create: withCallback(async (options: PartOptions & ThreeDSecureOptions = {}) => {
    parseFramework(options.version) // fail early
    return await open(options)
  }),
  VERSION: sdkVersion,
}
const threeDSecure = made as typeof Published

export const { create, VERSION } = threeDSecure
export default threeDSecure
