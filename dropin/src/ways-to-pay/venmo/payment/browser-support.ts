import type { VenmoOptions } from '../../../public-types/venmo.ts'

/** What is known of a browser. */
export type Browser = { userAgent: string; touchPoints: number; isInFrame: boolean }

export function thisBrowser(): Browser {
  const { userAgent, maxTouchPoints } = navigator
  return { userAgent, touchPoints: maxTouchPoints, isInFrame: window.self !== window.top }
}

/** An iPad says that it is a Mac; no Mac has a touch screen. */
export const isIos = ({ userAgent, touchPoints }: Browser) =>
  /iPhone|iPod|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
const isAndroid = ({ userAgent }: Browser) => /Android/.test(userAgent)
export const isDesktop = (browser: Browser) => !isIos(browser) && !isAndroid(browser)

type Allowed = Pick<
  VenmoOptions,
  'allowNewBrowserTab' | 'allowWebviews' | 'allowDesktop' | 'allowDesktopWebLogin'
>

/** Whether a payer in this browser can get to Venmo, and back. */
export function supportsVenmo(browser: Browser, allowed: Allowed = {}) {
  const { allowNewBrowserTab = true, allowWebviews = true, allowDesktop, allowDesktopWebLogin } = allowed
  const { userAgent, isInFrame } = browser
  // Where a phone shows pages as on a computer, it names itself a computer.
  if (/SamsungBrowser/.test(userAgent)) return false
  if (isDesktop(browser)) return allowDesktop === true || allowDesktopWebLogin === true
  if (isAndroid(browser) && /FB_IAB|FBAN|FBAV|Instagram/.test(userAgent)) return false
  if (isIos(browser) && /CriOS/.test(userAgent) && (!allowNewBrowserTab || isInFrame)) return false
  if (!allowWebviews && isWebview(browser)) return false
  return allowNewBrowserTab || isUsualBrowser(browser)
}

/** A browser inside of an app. */
export function isWebview(browser: Browser) {
  const { userAgent } = browser
  if (isIos(browser)) return /GSA\//.test(userAgent) || !/Safari\//.test(userAgent)
  return isAndroid(browser) && /; wv\)|Version\/[\d.]+ (Mobile )?Chrome/.test(userAgent)
}

/** Safari or Chrome, to which the app leads its payer back. */
function isUsualBrowser(browser: Browser) {
  const { userAgent } = browser
  if (isWebview(browser)) return false
  if (isIos(browser)) return !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|YaBrowser/.test(userAgent)
  return /Chrome\//.test(userAgent) && !/OPR\/|EdgA\/|Firefox|DuckDuckGo|YaBrowser/.test(userAgent)
}
