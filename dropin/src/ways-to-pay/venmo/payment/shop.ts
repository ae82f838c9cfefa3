import type { Gateway } from '../../../gateway/gateway.ts'
import type { VenmoOptions } from '../../../public-types/venmo.ts'
import type { Browser } from './browser-support.ts'
import type { Approved, Context, Contexts } from './contexts.ts'

export type Shop = {
  gateway: Gateway
  options: VenmoOptions
  contexts: Contexts
  profileId: string
  browser: Browser
  isBusy: () => boolean
  track: (kind: string) => void
  /** Aborted by teardown. */
  ended: AbortSignal
}

/** How payers on this page get to Venmo. */
export type Way = {
  pay: (signal: AbortSignal, resultDelay?: number) => Promise<Approved>
  /** The prepared payment, if there is one. */
  context?: (() => Promise<Context>) | undefined
  /** Replaces a used payment. */
  renew: () => void
}

/** Reports begin and end of a payment to analytics. */
export async function tracked<Paid>(track: (kind: string) => void, pay: () => Promise<Paid>) {
  track('start')
  try {
    const paid = await pay()
    track('success')
    return paid
  } catch (problem) {
    track('failure')
    throw problem
  }
}
