import { waits } from '../../../platform/waits.ts'
import { linkFor } from './app-link.ts'
import type { Approved, Context } from './contexts.ts'
import { type Keeper, keepContext } from './keep-context.ts'
import { openApp } from './open-app.ts'
import { endInApp, whenEnded } from './pay-in-app.ts'
import { type Shop, told, type Way } from './shop.ts'
import { clearResult, toldResult, whenBack } from './way-back.ts'

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

function byManualReturn(shop: Shop, kept: Keeper): Way {
  const { contexts, tell } = shop
  const toldOfReturn = (kind: string) => tell(`tokenize.manual-return.${kind}`)
  return {
    pay: (left) =>
      told(toldOfReturn, () =>
        payWith(shop, kept, left, async (context) => {
          go(shop, context)
          return await whenEnded(contexts, context.id, toldOfReturn, left)
        }),
      ),
    context: kept.current,
    renew: kept.renew,
  }
}

function byReturn(shop: Shop, kept: Keeper | undefined): Way {
  const { tell } = shop
  return {
    async pay(left, resultDelay = waits.venmoResult) {
      const pay = async (context?: Context) => {
        tell('tokenize.mobile.start')
        const { hash } = window.location
        const back = whenBack(resultDelay, left)
        go(shop, context)
        return await finish(shop, { result: await back, id: context?.id, hash }, left)
      }
      return kept ? await payWith(shop, kept, left, pay) : await pay()
    },
    context: kept?.current,
    renew: () => kept?.renew(),
  }
}

/** The app returned to a reloaded page: its result names the payment. */
export function byResult(shop: Shop): Way {
  return {
    async pay(left) {
      shop.tell('appswitch.return-in-new-tab')
      const result = toldResult()
      return await finish(shop, { result, id: result?.id, hash: '' }, left)
    },
    renew: () => undefined,
  }
}

/** Pays with the prepared payment; one that the page cancels meanwhile is also ended at the gateway. */
async function payWith(
  { contexts }: Shop,
  kept: Keeper,
  left: AbortSignal,
  pay: (context: Context) => Promise<Approved>,
) {
  const context = await kept.current()
  try {
    left.throwIfAborted()
    return await pay(context)
  } finally {
    if (left.aborted) contexts.end(context.id, 'CANCELED')
  }
}

type Back = {
  result: ReturnType<typeof toldResult>
  id: string | undefined
  /** The page's previous URL fragment. */
  hash: string
}

async function finish(shop: Shop, { result, id, hash }: Back, left: AbortSignal) {
  const { options, contexts, tell } = shop
  const isKnown = id && options.paymentMethodUsage
  const ask = isKnown ? () => whenEnded(contexts, id, () => undefined, left) : undefined
  try {
    return await endInApp({ result, ask, tell })
  } finally {
    if (result && !options.ignoreHistoryChanges) clearResult(hash)
  }
}

function go(shop: Shop, context: Context | undefined) {
  openApp({ ...shop, address: linkFor(shop, context) })
}
