import type Published from '../api/three-d-secure.ts'
import { gatewayFor, type PartOptions } from '../gateway/client.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import { either } from '../platform/callback.ts'
import { openGuard } from '../platform/guard.ts'
import { frameworkOf } from '../three-d-secure/frameworks.ts'
import {
  openThreeDSecure,
  type ThreeDSecure,
  type ThreeDSecureOptions,
} from '../three-d-secure/three-d-secure.ts'
import { toolsFor } from '../three-d-secure/tools.ts'

const english = {
  title: 'Your bank wants to be sure it is you',
  close: 'Close',
  note: 'This page is your bank’s. Close it, and nothing is charged.',
  lang: 'en',
  dir: 'ltr',
}

export type * from '../api/three-d-secure.ts'

async function createThreeDSecure(options: PartOptions & ThreeDSecureOptions = {}) {
  frameworkOf(options.version) // a wrong one is told before the gateway is asked
  const { gateway, leave } = await gatewayFor(options)
  try {
    return instanceOf(openThreeDSecure(gateway, options, toolsFor(gateway, english)), leave)
  } catch (problem) {
    leave()
    throw problem
  }
}

function instanceOf(threeDSecure: ThreeDSecure, leave: () => void) {
  const guard = openGuard()
  /** A method of the part, until it ends. */
  const open = <Given extends unknown[], Result>(
    name: string,
    method: (...given: Given) => Promise<Result>,
  ) =>
    either(async (...given: Given) => {
      guard.check(name)
      return await method(...given)
    })
  return {
    verifyCard: open('verifyCard', threeDSecure.verifyCard),
    cancelVerifyCard: open('cancelVerifyCard', threeDSecure.cancelVerifyCard),
    prepareLookup: open('prepareLookup', threeDSecure.prepareLookup),
    initializeChallengeWithLookupResponse: open(
      'initializeChallengeWithLookupResponse',
      threeDSecure.initializeChallengeWithLookupResponse,
    ),
    on: threeDSecure.on,
    off: threeDSecure.off,
    teardown: either(async () =>
      guard.end(() => {
        threeDSecure.close()
        leave()
      }),
    ),
  }
}

const made: object = { create: either(createThreeDSecure), VERSION: sdkVersion }
const threeDSecure = made as typeof Published

export const { create, VERSION } = threeDSecure
export default threeDSecure
