import type { VenmoOptions } from '../../../public-types/venmo.ts'
import { type Browser, isIos, isWebview } from './browser-support.ts'

type Opening = { address: string; browser: Browser; options: VenmoOptions; track: (kind: string) => void }

/** On iOS, webviews must navigate themselves. */
export function openApp({ address, browser, options, track }: Opening) {
  const kind = options.deepLinkReturnUrl ? kindInApps(browser) : 'browser'
  track(`appswitch.start.${kind}`)
  if (kind === 'popup-bridge') bridge()?.open?.(address)
  else if (kind === 'ios-webview' || (options.useRedirectForIOS && isIos(browser)))
    window.location.href = address
  else window.open(address)
}

function kindInApps(browser: Browser) {
  if (isIos(browser) && isWebview(browser)) return 'ios-webview'
  return bridge()?.open ? 'popup-bridge' : 'webview'
}

/** PopupBridge of apps that open windows for their webviews. */
const bridge = () => (window as { popupBridge?: { open?: (address: string) => void } }).popupBridge
