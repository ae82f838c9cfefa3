import { openFrameService } from '../../../frame-service/frame-service.ts'
import { linkFor } from './app-link.ts'
import { byApp, byResult } from './app-ways.ts'
import { isDesktop } from './browser-support.ts'
import { addCodeView } from './code-view.ts'
import { venmoError } from './failures.ts'
import { keepContext } from './keep-context.ts'
import { payByCode } from './pay-by-code.ts'
import { payByLogin } from './pay-by-login.ts'
import { appResult } from './return-from-app.ts'
import { type Shop, tracked, type Way } from './shop.ts'

/** With a result: that of the returning app. On a computer: QR code or popup. Else the app. */
export async function wayFor(shop: Shop): Promise<Way> {
  const { browser, options } = shop
  if (appResult()) return byResult(shop)
  if (isDesktop(browser) && options.allowDesktopWebLogin) return await byLogin(shop)
  if (isDesktop(browser) && options.allowDesktop) return await byCode(shop)
  return await byApp(shop)
}

async function byCode({ gateway, contexts, profileId, track, ended }: Shop): Promise<Way> {
  const { assetsUrl, payWithVenmo } = gateway.configuration
  const environment = payWithVenmo?.environment ?? ''
  const view = await addCodeView({ assetsUrl, environment }, ended).catch((problem) => {
    if (!ended.aborted) track('desktop-flow.setup-failed')
    throw venmoError('VENMO_DESKTOP_UNKNOWN_ERROR', problem)
  })
  track('desktop-flow.presented')
  const trackCode = (kind: string) => track(`tokenize.desktop.${kind}`)
  return {
    pay: (signal) =>
      tracked(trackCode, () => payByCode({ contexts, view, profileId, track: trackCode }, signal)),
    renew: () => undefined, // each code has its payment
  }
}

async function byLogin(shop: Shop): Promise<Way> {
  const { gateway, contexts, track, ended } = shop
  const size = { name: 'venmoDesktopWebLogin', width: 400, height: 570 }
  const service = await openFrameService(gateway.configuration.assetsUrl, size, ended)
  const keeper = await keepContext(shop, 'mobile-payment-context')
  const trackLogin = (kind: string) => track(`tokenize.web-login.${kind}`)
  return {
    pay: (signal) =>
      tracked(trackLogin, async () => {
        const context = await keeper.current()
        const address = linkFor(shop, context)
        return await payByLogin({ service, contexts, id: context.id, address, track: trackLogin }, signal)
      }),
    context: keeper.current,
    renew: keeper.renew,
  }
}
