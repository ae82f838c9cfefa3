import type { Address } from './addresses.ts'
import type { Means } from './means.ts'
import type { ThreeDSecure } from './three-d-secure.ts'

/** Something to pay with: what a nonce stands for. */
export type Instrument = {
  means: Means
  billing?: Address | null
  cvvCode: string
  /** How the card was authenticated. */
  threeDSecure?: ThreeDSecure | null
  /** The customer for whom it was made. */
  customerId: string | null
  /** The vaulted payment method that it is. */
  token: string | null
}
