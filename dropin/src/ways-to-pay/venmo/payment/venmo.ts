import type { Gateway } from '../../../gateway/gateway.ts'
import { calledAfterTeardown } from '../../../platform/errors.ts'
import { rejectOnAbort } from '../../../platform/waits.ts'
import type { VenmoOptions } from '../../../public-types/venmo.ts'
import { linkFor } from './app-link.ts'
import { isDesktop, thisBrowser } from './browser-support.ts'
import { type Ask, openContexts } from './contexts.ts'
import { setupFailed, venmoError } from './failures.ts'
import { toAccount } from './results.ts'
import { appResult } from './return-from-app.ts'
import type { Shop, Way } from './shop.ts'
import { wayFor } from './ways.ts'

export type VenmoAccount = ReturnType<typeof toAccount>

type TokenizeOptions = {
  processResultsDelay?: number
}

export type Venmo = {
  /** The app returned to this page with a result for `tokenize`. */
  hasTokenizationResult: () => boolean
  tokenize: (options?: TokenizeOptions) => Promise<VenmoAccount>
  getUrl: () => Promise<string>
  cancelTokenization: () => void
}

export type Dependencies = {
  gateway: Gateway
  ask: Ask
  report: (kind: string) => void
  ended: AbortSignal
}

/** Prepares payments, so that a click opens Venmo at once. */
export async function openVenmo(
  { gateway, ask, report, ended }: Dependencies,
  options: VenmoOptions = {},
): Promise<Venmo> {
  const { profileId, environment } = checkedProfile(gateway, options)
  const browser = thisBrowser()
  const track = (kind: string) => report(`venmo.${kind}`)
  const contexts = openContexts({ ask, options, profileId, environment })
  let active: AbortController | undefined
  const shop: Shop = {
    gateway,
    options,
    contexts,
    profileId,
    browser,
    isBusy: () => active !== undefined,
    track,
    ended,
  }
  ended.addEventListener('abort', () => active?.abort(calledAfterTeardown('tokenize')))
  if (isDesktop(browser)) track(`desktop-flow.configured.${options.allowDesktop === true}`)
  let way = Promise.resolve(await wayFor(shop))
  ended.throwIfAborted()
  track('initialized')

  return {
    hasTokenizationResult: () => appResult() !== undefined,
    async tokenize({ processResultsDelay } = {}) {
      if (active) throw venmoError('VENMO_TOKENIZATION_REQUEST_ACTIVE')
      const run = new AbortController()
      active = run
      const wasResult = appResult() !== undefined
      try {
        const { pay } = await way
        run.signal.throwIfAborted()
        const paying = pay(run.signal, processResultsDelay)
        return toAccount(await Promise.race([rejectOnAbort(run.signal), paying]))
      } finally {
        active = undefined
        if (!ended.aborted) way = wasResult ? wayFor(shop) : renewed(way)
        way.catch(() => undefined) // reported by its users
      }
    },
    async getUrl() {
      const { context } = await way
      return linkFor(shop, await context?.())
    },
    cancelTokenization() {
      if (!active) throw venmoError('VENMO_TOKENIZATION_REQUEST_NOT_ACTIVE')
      active.abort(venmoError('VENMO_TOKENIZATION_CANCELED_BY_MERCHANT'))
    },
  }

  function renewed(used: Promise<Way>) {
    const withNext = (known: Way) => {
      known.renew()
      return known
    }
    return used.then(withNext, () => wayFor(shop))
  }
}

function checkedProfile({ configuration }: Gateway, options: VenmoOptions) {
  const { profileId, deepLinkReturnUrl } = options
  const { payWithVenmo } = configuration
  if (!payWithVenmo) throw venmoError('VENMO_NOT_ENABLED')
  if (profileId !== undefined && typeof profileId !== 'string') throw venmoError('VENMO_INVALID_PROFILE_ID')
  if (deepLinkReturnUrl !== undefined && typeof deepLinkReturnUrl !== 'string')
    throw venmoError('VENMO_INVALID_DEEP_LINK_RETURN_URL')
  const collects = options.collectCustomerBillingAddress || options.collectCustomerShippingAddress
  if (collects && !payWithVenmo.enrichedCustomerDataEnabled) throw setupFailed(venmoError('ECD_DISABLED'))
  return { profileId: profileId ?? payWithVenmo.merchantId, environment: payWithVenmo.environment }
}
