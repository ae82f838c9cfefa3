import type { Gateway } from '../../../gateway/gateway.ts'
import type { VenmoOptions } from '../../../public-types/venmo.ts'
import type { Browser } from './browser-support.ts'
import type { Approved, Context, Contexts } from './contexts.ts'

/** What every way to Venmo is taken with. */
export type Shop = {
  gateway: Gateway
  options: VenmoOptions
  contexts: Contexts
  profileId: string
  browser: Browser
  /** A payment is under way. */
  isBusy: () => boolean
  tell: (kind: string) => void
  /** Nobody pays here any more. */
  ended: AbortSignal
}

/** How a payer of this page gets to Venmo. */
export type Way = {
  pay: (left: AbortSignal, resultDelay?: number) => Promise<Approved>
  /** The payment that is ready, where there is one before somebody pays. */
  context?: (() => Promise<Context>) | undefined
  /** The payment is over: the next one begins. */
  renew: () => void
}

/** Tells analytics of a payment's beginning and end. */
export async function told<Paid>(tell: (kind: string) => void, pay: () => Promise<Paid>) {
  tell('start')
  try {
    const paid = await pay()
    tell('success')
    return paid
  } catch (problem) {
    tell('failure')
    throw problem
  }
}
