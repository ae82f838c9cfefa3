import { openFrameService } from '../frame-service/frame-service.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { waits } from '../platform/waits.ts'
import { appLink } from './app-link.ts'
import { type Browser, isDesktop } from './browser-support.ts'
import { addCodeView } from './code-view.ts'
import type { Approved, Context, Contexts } from './contexts.ts'
import { setupFailed, venmoError } from './failures.ts'
import { keepContext } from './keep-context.ts'
import { openApp } from './open-app.ts'
import { payByCode } from './pay-by-code.ts'
import { payByLogin } from './pay-by-login.ts'
import { endInApp, whenEnded } from './pay-in-app.ts'
import type { VenmoOptions } from './venmo-options.ts'
import { clearResult, toldResult, whenBack } from './way-back.ts'

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
}

/** How a payer of this page gets to Venmo. */
export type Way = {
  pay: (left: AbortSignal, resultDelay?: number) => Promise<Approved>
  /** The payment is over: the next one begins. */
  renew: () => void
  end: () => void
}

/** A payer who comes back has an end of a payment with them; on a computer there is a code or a window; or there is the app. */
export async function wayFor(shop: Shop): Promise<Way> {
  const { browser, options } = shop
  if (toldResult()) return byResult(shop)
  if (isDesktop(browser) && options.allowDesktopWebLogin) return await byLogin(shop)
  if (isDesktop(browser) && options.allowDesktop) return await byCode(shop)
  return await byApp(shop)
}

async function byCode({ gateway, contexts, profileId, tell }: Shop): Promise<Way> {
  const { assetsUrl, payWithVenmo } = gateway.configuration
  const environment = payWithVenmo?.environment ?? ''
  const view = await addCodeView({ assetsUrl, environment }).catch((problem) => {
    tell('desktop-flow.setup-failed')
    throw venmoError('VENMO_DESKTOP_UNKNOWN_ERROR', problem)
  })
  tell('desktop-flow.presented')
  const toldOfCode = (kind: string) => tell(`tokenize.desktop.${kind}`)
  return {
    pay: (left) => told(toldOfCode, () => payByCode({ contexts, view, profileId, tell: toldOfCode }, left)),
    renew: () => undefined, // each code has its payment
    end: view.remove,
  }
}

async function byLogin(shop: Shop): Promise<Way> {
  const { gateway, options, contexts, browser, tell } = shop
  const { assetsUrl } = gateway.configuration
  const size = { name: 'venmoDesktopWebLogin', width: 400, height: 570 }
  const service = await openFrameService(assetsUrl, size)
  const kept = await keptFor(shop, 'mobile-payment-context').catch((problem) => {
    service.teardown()
    throw problem
  })
  const back = `${assetsUrl}/web/3.99.0/html/redirect-frame.html`
  const toldOfLogin = (kind: string) => tell(`tokenize.web-login.${kind}`)
  return {
    pay: (left) =>
      told(toldOfLogin, async () => {
        const context = await kept.current()
        left.throwIfAborted()
        const { userAgent } = browser
        const address = appLink({ gateway, options, context, userAgent, isWebLogin: true, back })
        return await payByLogin({ service, contexts, id: context.id, address, tell: toldOfLogin }, left)
      }),
    renew: kept.renew,
    end() {
      kept.stop()
      service.teardown()
    },
  }
}

async function byApp(shop: Shop): Promise<Way> {
  const { options, browser } = shop
  if (browser.isInFrame || options.requireManualReturn) {
    return byManualReturn(shop, await keptFor(shop, 'manual-return'))
  }
  const kept = options.paymentMethodUsage ? await keptFor(shop, 'mobile-payment-context') : undefined
  return byReturn(shop, kept)
}

type Kept = Awaited<ReturnType<typeof keptFor>>

/** The payer comes back by themselves. */
function byManualReturn(shop: Shop, kept: Kept): Way {
  const { options, contexts, tell } = shop
  const toldOfReturn = (kind: string) => tell(`tokenize.manual-return.${kind}`)
  return {
    pay: (left) =>
      told(toldOfReturn, async () => {
        const context = await kept.current()
        left.throwIfAborted()
        go(shop, context, options.deepLinkReturnUrl)
        return await endingWith(contexts, context, left, whenEnded(contexts, context.id, toldOfReturn, left))
      }),
    renew: kept.renew,
    end: kept.stop,
  }
}

/** The app leads the payer back to the page. */
function byReturn(shop: Shop, kept: Kept | undefined): Way {
  const { options, contexts, tell } = shop
  return {
    async pay(left, resultDelay = waits.venmoResult) {
      const context = kept ? await kept.current() : undefined
      left.throwIfAborted()
      tell('tokenize.mobile.start')
      const back = whenBack(resultDelay, left)
      go(shop, context, options.deepLinkReturnUrl ?? window.location.href.replace(/#.*/, ''))
      const paid = back.then((result) => finish(shop, result, context?.id, left))
      return await endingWith(contexts, context, left, paid)
    },
    renew: () => kept?.renew(),
    end: () => kept?.stop(),
  }
}

/** The app has led the payer here, to a page that was loaded anew: it tells the payment, too. */
function byResult(shop: Shop): Way {
  return {
    async pay(left) {
      shop.tell('appswitch.return-in-new-tab')
      const result = toldResult()
      return await finish(shop, result, result?.id, left)
    },
    renew: () => undefined,
    end: () => undefined,
  }
}

type Result = ReturnType<typeof toldResult>

async function finish(shop: Shop, result: Result, id: string | undefined, left: AbortSignal) {
  const { options, contexts, tell } = shop
  const isKnown = id && options.paymentMethodUsage
  const ask = isKnown ? () => whenEnded(contexts, id, () => undefined, left) : undefined
  try {
    return await endInApp({ result, ask, tell })
  } finally {
    if (result && !options.ignoreHistoryChanges) clearResult()
  }
}

function go({ gateway, options, browser, tell }: Shop, context: Context | undefined, back?: string) {
  const { userAgent } = browser
  const address = appLink({ gateway, options, context, userAgent, isWebLogin: false, back })
  openApp({ address, browser, options, tell })
}

/** A payment that the page gives up is ended at the gateway, too. */
async function endingWith<Paid>(
  contexts: Contexts,
  context: Context | undefined,
  left: AbortSignal,
  paying: Promise<Paid>,
) {
  try {
    return await paying
  } finally {
    if (left.aborted && context) contexts.end(context.id, 'CANCELED').catch(() => undefined)
  }
}

async function keptFor({ contexts, isBusy, tell }: Shop, kind: string) {
  const begin = () => contexts.beginApp().catch(asSetup)
  const kept = keepContext({ begin, isBusy, tell: (what) => tell(`${kind}.${what}`) })
  try {
    await kept.current()
    return kept
  } catch (problem) {
    kept.stop()
    throw problem
  }
}

function asSetup(problem: unknown): never {
  throw setupFailed(problem)
}

/** Tells analytics of a payment's beginning and end. */
async function told<Paid>(tell: (kind: string) => void, pay: () => Promise<Paid>) {
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
