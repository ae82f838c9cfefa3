import type { ThreeDSecureOptions } from '../three-d-secure/three-d-secure.ts'

export type ThreeDSecureSettings = Pick<ThreeDSecureOptions, 'cardinalSDKConfig'> & {
  /** What is to be paid; a request may say otherwise. */
  amount?: string | number
}
