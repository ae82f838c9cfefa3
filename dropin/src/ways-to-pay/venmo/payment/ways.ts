import { openFrameService } from '../../../frame-service/frame-service.ts'
import { linkFor } from './app-link.ts'
import { byApp, byResult } from './app-ways.ts'
import { isDesktop } from './browser-support.ts'
import { addCodeView } from './code-view.ts'
import { venmoError } from './failures.ts'
import { keepContext } from './keep-context.ts'
import { payByCode } from './pay-by-code.ts'
import { payByLogin } from './pay-by-login.ts'
import { type Shop, told, type Way } from './shop.ts'
import { toldResult } from './way-back.ts'

/** With a result: that of the returning app. On a computer: QR code or popup. Else the app. */
export async function wayFor(shop: Shop): Promise<Way> {
  const { browser, options } = shop
  if (toldResult()) return byResult(shop)
  if (isDesktop(browser) && options.allowDesktopWebLogin) return await byLogin(shop)
  if (isDesktop(browser) && options.allowDesktop) return await byCode(shop)
  return await byApp(shop)
}

async function byCode({ gateway, contexts, profileId, tell, ended }: Shop): Promise<Way> {
  const { assetsUrl, payWithVenmo } = gateway.configuration
  const environment = payWithVenmo?.environment ?? ''
  const view = await addCodeView({ assetsUrl, environment }, ended).catch((problem) => {
    if (!ended.aborted) tell('desktop-flow.setup-failed')
    throw venmoError('VENMO_DESKTOP_UNKNOWN_ERROR', problem)
  })
  tell('desktop-flow.presented')
  const toldOfCode = (kind: string) => tell(`tokenize.desktop.${kind}`)
  return {
    pay: (left) => told(toldOfCode, () => payByCode({ contexts, view, profileId, tell: toldOfCode }, left)),
    renew: () => undefined, // each code has its payment
  }
}

async function byLogin(shop: Shop): Promise<Way> {
  const { gateway, contexts, tell, ended } = shop
  const size = { name: 'venmoDesktopWebLogin', width: 400, height: 570 }
  const service = await openFrameService(gateway.configuration.assetsUrl, size, ended)
  const kept = await keepContext(shop, 'mobile-payment-context')
  const toldOfLogin = (kind: string) => tell(`tokenize.web-login.${kind}`)
  return {
    pay: (left) =>
      told(toldOfLogin, async () => {
        const context = await kept.current()
        const address = linkFor(shop, context)
        return await payByLogin({ service, contexts, id: context.id, address, tell: toldOfLogin }, left)
      }),
    context: kept.current,
    renew: kept.renew,
  }
}
