import type { ThreeDSecureOptions } from '../three-d-secure/three-d-secure.ts'

export type ThreeDSecureSettings = Pick<ThreeDSecureOptions, 'cardinalSDKConfig'> & {
  amount?: string | number
}
