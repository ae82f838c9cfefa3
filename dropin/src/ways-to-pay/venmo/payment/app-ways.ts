import { waits } from '../../../platform/waits.ts'
import { linkFor } from './app-link.ts'
import type { Approved, Context } from './contexts.ts'
import { type Keeper, keepContext } from './keep-context.ts'
import { openApp } from './open-app.ts'
import { endInApp, whenEnded } from './pay-in-app.ts'
import { appResult, clearResult, whenBack } from './return-from-app.ts'
import { type Shop, tracked, type Way } from './shop.ts'

/** By the app, with automatic or manual return. */
export async function byApp(shop: Shop): Promise<Way> {
  const { options, browser } = shop
  if (browser.isInFrame || options.requireManualReturn)
    return byManualReturn(shop, await keepContext(shop, 'manual-return'))
  return byReturn(
    shop,
    options.paymentMethodUsage ? await keepContext(shop, 'mobile-payment-context') : undefined,
  )
}

function byManualReturn(shop: Shop, keeper: Keeper): Way {
  const { contexts, track } = shop
  const trackReturn = (kind: string) => track(`tokenize.manual-return.${kind}`)
  return {
    pay: (signal) =>
      tracked(trackReturn, () =>
        payWith(shop, keeper, signal, async (context) => {
          go(shop, context)
          return await whenEnded(contexts, context.id, trackReturn, signal)
        }),
      ),
    context: keeper.current,
    renew: keeper.renew,
  }
}

function byReturn(shop: Shop, keeper: Keeper | undefined): Way {
  const { track } = shop
  return {
    async pay(signal, resultDelay = waits.venmoResult) {
      const pay = async (context?: Context) => {
        track('tokenize.mobile.start')
        const { hash } = window.location
        const back = whenBack(resultDelay, signal)
        go(shop, context)
        return await finish(shop, { result: await back, id: context?.id, hash }, signal)
      }
      return keeper ? await payWith(shop, keeper, signal, pay) : await pay()
    },
    context: keeper?.current,
    renew: () => keeper?.renew(),
  }
}

/** The app returned to a reloaded page: its result names the payment. */
export function byResult(shop: Shop): Way {
  return {
    async pay(signal) {
      shop.track('appswitch.return-in-new-tab')
      const result = appResult()
      return await finish(shop, { result, id: result?.id, hash: '' }, signal)
    },
    renew: () => undefined,
  }
}

/** Pays with the prepared payment; one that the page cancels meanwhile is also ended at the gateway. */
async function payWith(
  { contexts }: Shop,
  keeper: Keeper,
  signal: AbortSignal,
  pay: (context: Context) => Promise<Approved>,
) {
  const context = await keeper.current()
  try {
    signal.throwIfAborted()
    return await pay(context)
  } finally {
    if (signal.aborted) contexts.end(context.id, 'CANCELED')
  }
}

type Back = {
  result: ReturnType<typeof appResult>
  id: string | undefined
  /** The page's previous URL fragment. */
  hash: string
}

async function finish(shop: Shop, { result, id, hash }: Back, signal: AbortSignal) {
  const { options, contexts, track } = shop
  const isKnown = id && options.paymentMethodUsage
  const ask = isKnown ? () => whenEnded(contexts, id, () => undefined, signal) : undefined
  try {
    return await endInApp({ result, ask, track })
  } finally {
    if (result && !options.ignoreHistoryChanges) clearResult(hash)
  }
}

function go(shop: Shop, context: Context | undefined) {
  openApp({ ...shop, address: linkFor(shop, context) })
}
