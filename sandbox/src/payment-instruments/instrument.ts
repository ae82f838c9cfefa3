import type { Address } from './addresses.ts'
import type { Means } from './means.ts'
import type { ThreeDSecure } from './three-d-secure.ts'

/** The payment instrument behind a nonce. */
export type Instrument = {
  means: Means
  billing?: Address | null
  cvvCode: string
  threeDSecure?: ThreeDSecure | null
  customerId: string | null
  token: string | null
}
